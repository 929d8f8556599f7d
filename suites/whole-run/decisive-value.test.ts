import { expect, test } from 'vitest';
import { RICH } from '../../generators/testing/test-body.ts';
import { sampleExchange } from '../../oracles/example.ts';
import { isExplainedBy, mendedBy, requirementOn } from './decisive-value.ts';

const ON = 'gap.draft-update';

/** The requirement that is named if bodies are refused and accepted that differ at these pointers. */
const named = (...pointers: readonly string[]) =>
  requirementOn(
    ON,
    {
      pointers,
      refused: { body: {}, exchange: sampleExchange(ON, 400) },
      accepted: { body: {}, exchange: sampleExchange(ON, 200) },
    },
    RICH,
  );

test.each([
  ['a field', ['/policyholder/company/vat'], 'GAP-LEGAL-policyholder.company.vat'],
  ['a field of an item', ['/risk/drivers/1/contact'], 'GAP-LEGAL-risk.drivers[].contact'],
  ['a list', ['/risk/drivers'], 'GAP-LEGAL-risk.drivers'],
  ['legal requests for several', ['/risk/drivers/0', '/terms'], 'LEGAL-01'],
  ['legal requests for a value without a requirement', ['/nowhere'], 'LEGAL-01'],
] as const)('a decisive pair names %s', (_, pointers, requirement) => {
  expect(named(...pointers)).toBe(requirement);
});

test('a list that has a key twice names the requirement on unique keys, another list its field', () => {
  const on = 'jobloss.draft-create';
  const withKeys = (...keys: readonly string[]) => ({
    body: { metadata: keys.map((key) => ({ key, value: 'x' })) },
    exchange: sampleExchange(on, 400),
  });
  const of = (refused: readonly string[], accepted: readonly string[], pointer = '/metadata') => {
    const pair = { pointers: [pointer], refused: withKeys(...refused) };
    return requirementOn(on, { ...pair, accepted: withKeys(...accepted) }, RICH);
  };

  expect(of(['agent', 'agent'], ['agent'])).toBe('JOBLOSS-LEGAL-metadata');
  expect(of(['agent', 'agent'], ['agent', 'source'])).toBe('KEYVALUE-01');
  expect(of(['agent', 'agent'], ['agent', 'source'], '/metadata/1/key')).toBe('KEYVALUE-01');
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

test.each([
  ['in the same place', [{ key: 'référence', value: 'a' }], [{ key: 'agent', value: 'a' }]],
  [
    'in other items',
    [
      { key: 'source', value: 'a' },
      { key: 'référence', value: 'b' },
    ],
    [
      { key: 'source', value: 'a' },
      { key: 'agent', value: 'b' },
    ],
  ],
  ['nowhere', [{ key: 'source', value: 'a' }], undefined],
])('a refused value that a body has %s is replaced by the accepted one', (_, items, mended) => {
  const pair = {
    pointers: ['/partnerReference/0/key'],
    refused: {
      body: { partnerReference: [{ key: 'référence', value: 'c' }] },
      exchange: sampleExchange(ON, 400),
    },
    accepted: {
      body: { partnerReference: [{ key: 'agent', value: 'c' }] },
      exchange: sampleExchange(ON, 200),
    },
  };

  expect(mendedBy('gap.price-request', { partnerReference: items }, pair, RICH)).toEqual(
    mended && { partnerReference: mended },
  );
});

test('of a city and its zip, which change together, the one with a value of another class is named', () => {
  const on = 'landlord.draft-create';
  const [city, zip] = ['/policyholder/address/city', '/policyholder/address/zip'];
  const livingIn = (name: string, code: string) => ({
    body: { policyholder: { address: { city: name, zip: code } } },
    exchange: sampleExchange(on, 400),
  });
  const of = (refused: readonly [string, string]) =>
    requirementOn(
      on,
      {
        pointers: [city, zip],
        refused: livingIn(...refused),
        accepted: livingIn('Gent', '9000'),
      },
      RICH,
    );

  expect(of(['Liège', '4000'])).toBe('LANDLORD-LEGAL-policyholder.address.city');
  expect(of(['Aalst', '9300'])).toBe('LEGAL-01');
});
