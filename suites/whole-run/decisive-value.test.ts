import { expect, test } from 'vitest';
import { RICH } from '../../generators/testing/test-body.ts';
import { sampleExchange } from '../../oracles/example.ts';
import { isExplainedBy, requirementOn } from './decisive-value.ts';

const ON = 'gap.draft-update';

const CONTACT = { email: 'eva@example.com' };

/** The requirement that is named if drafts with these drivers are refused and accepted. */
const named = (refused: readonly object[], accepted: readonly object[]) => {
  const written = (drivers: readonly object[], status: number) => ({
    body: { risk: { drivers } },
    exchange: sampleExchange(ON, status),
  });
  return requirementOn(
    ON,
    {
      pointers: ['/risk/drivers'],
      refused: written(refused, 400),
      accepted: written(accepted, 200),
    },
    RICH,
  );
};

test.each([
  ['the field that its items lack', [{ person: {} }], 'GAP-LEGAL-risk.drivers[].contact'],
  ['legal requests if they lack several', [{}], 'LEGAL-01'],
  ['legal requests if they differ in values', [{ contact: {}, person: {} }], 'LEGAL-01'],
  ['the list if it is longer', [{ person: {} }, { person: {} }], 'GAP-LEGAL-risk.drivers'],
] as const)('a decisive list names %s', (_, refused, requirement) => {
  expect(named(refused, [{ contact: CONTACT, person: {} }])).toBe(requirement);
});

test('a list that has a key twice names the requirement on unique keys, another list its field', () => {
  const on = 'jobloss.draft-create';
  const withKeys = (...keys: readonly string[]) => ({
    body: { metadata: keys.map((key) => ({ key, value: 'x' })) },
    exchange: sampleExchange(on, 400),
  });
  const of = (refused: readonly string[], accepted: readonly string[]) => {
    const pair = { pointers: ['/metadata'], refused: withKeys(...refused) };
    return requirementOn(on, { ...pair, accepted: withKeys(...accepted) }, RICH);
  };

  expect(of(['agent', 'agent'], ['agent'])).toBe('KEYVALUE-01');
  expect(of(['agent', 'agent'], ['agent', 'source'])).toBe('KEYVALUE-01');
  expect(of(['agent', 'source'], ['agent'])).toBe('JOBLOSS-LEGAL-metadata');
  expect(of(['agent', 'agent'], ['agent', 'agent', 'source'])).toBe('JOBLOSS-LEGAL-metadata');
});

test.each([
  ['a company that lacks it too', { policyholder: { company: { name: 'A' } } }, true],
  ['a person, who has no such field', { policyholder: { person: {} } }, false],
])('a lacking field explains the refusal of %s', (_, body, isExplained) => {
  const pair = {
    pointers: ['/policyholder/company/vat'],
    refused: { body: { policyholder: { company: {} } }, exchange: sampleExchange(ON, 400) },
    accepted: { body: {}, exchange: sampleExchange(ON, 200) },
  };

  expect(isExplainedBy(body)(pair)).toBe(isExplained);
});
