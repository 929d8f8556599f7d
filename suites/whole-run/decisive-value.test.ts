import { expect, test } from 'vitest';
import { sampleExchange } from '../../oracles/example.ts';
import { requirementOn } from './decisive-value.ts';

const ON = 'gap.draft-update';

/** The requirement that is named if bodies are refused and accepted that differ at these pointers. */
const named = (...pointers: readonly string[]) =>
  requirementOn(ON, {
    pointers,
    refused: { body: {}, exchange: sampleExchange(ON, 400) },
    accepted: { body: {}, exchange: sampleExchange(ON, 200) },
  });

test.each([
  ['a field', ['/policyholder/company/vat'], 'GAP-LEGAL-policyholder.company.vat'],
  ['a field of an item', ['/risk/drivers/1/contact'], 'GAP-LEGAL-risk.drivers[].contact'],
  ['a list', ['/risk/drivers'], 'GAP-LEGAL-risk.drivers'],
  ['legal requests for several', ['/risk/drivers/0', '/terms'], 'LEGAL-01'],
  ['legal requests for a value without a requirement', ['/nowhere'], 'LEGAL-01'],
] as const)('a decisive pair names %s', (_, pointers, requirement) => {
  expect(named(...pointers)).toBe(requirement);
});
