import { expect, test } from 'vitest';
import { judgeUniqueIds } from '../../oracles/state/unique-ids.ts';
import { sampleExchange } from '../../oracles/example.ts';
import { RunMemory } from './run-memory.ts';

/** Verdict on the ids of contracts, each of a draft with this id and content. */
const verdictOn = (contracts: readonly (readonly [draftId: string, draft: string])[]) => {
  const { ids } = new RunMemory();
  for (const [draftId, draft] of contracts)
    ids.note('contract-7', sampleExchange('gap.contract-create', 303), {
      line: 'gap',
      data: { draft, metadata: { key: '' } },
      parameters: { draftId },
    });
  const all = ids.by('gap.contract-create');
  return judgeUniqueIds('UNIQUE-02', 'gap.contract-create', all)[0]?.verdict;
};

test('a contract that a changed draft is answered with again is no second one (K2)', () => {
  expect(
    verdictOn([
      ['draft-1', 'before'],
      ['draft-1', 'after'],
    ]),
  ).toBe('observed');
});

test('two drafts with different bodies have different contracts (D11)', () => {
  expect(
    verdictOn([
      ['draft-1', 'one'],
      ['draft-2', 'another'],
    ]),
  ).toBe('fail');
});

test.each([
  ['another draft', false, 'landlord.draft-create'],
  ['an earlier content of its own draft', true, undefined],
])('a read that shows %s', (_, wasOwn, shown) => {
  const bodyOf = (city: string) => ({
    policyholder: {
      address: { city, zip: '1000', street: `${city}straat`, number: '1', country: 'BE' },
      contact: { email: `${city}@example.com`, phone: '+32470123456' },
    },
  });
  const read = sampleExchange('landlord.draft-get', 200, { body: bodyOf('Gent') });
  const written = {
    operation: 'landlord.draft-update',
    exchange: 2,
    body: bodyOf('Brugge'),
  } as const;
  const own = { line: 'landlord', data: { draft: {}, metadata: { key: '' } }, written } as const;
  const reader = { ...own, parameters: { draftId: 'own' } };
  const { writings } = new RunMemory();
  writings.note('landlord.draft-create', bodyOf('Gent'), {
    ...own,
    parameters: { draftId: 'other' },
  });
  const copy = { ...reader, parameters: { ...reader.parameters } };
  writings.noteCopy(copy.parameters, reader.parameters);
  if (wasOwn) writings.note('landlord.draft-update', bodyOf('Gent'), copy);

  expect(writings.shownInstead(reader, read)?.operation).toBe(shown);
});
