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
