import { expect, test } from 'vitest';
import type { OperationId } from '../../spec/operations.ts';
import { judgeExchange } from './judge-exchange.ts';
import { judgeReadBack } from '../state/read-back.ts';
import { judgeRefusedUpdates } from '../state/refused-call.ts';
import { sampleExchange } from '../example.ts';
import { sampleFacts } from '../testing/sample-facts.ts';

const DRAFT = { draftId: 'd1', language: 'nl-BE', terms: { variant: 'BASIC' } };
const PRICES = {
  validUntil: '2026-12-01T00:00:00Z',
  prices: [{ variant: 'BASIC', landlord: { claimLimit: 500000 }, totalPackage: {} }],
};

const judged = (operation: OperationId, body: unknown, envelope?: string) => {
  const exchange = sampleExchange(operation, 200, { body });
  const all = judgeExchange(envelope === undefined ? exchange : { ...exchange, envelope }, {
    ...sampleFacts,
  });
  return new Map(all.map((each) => [each.requirement, each]));
};

const VARIANT = 'LANDLORD-RESOURCE-terms.variant-enum';
const STREET = 'LANDLORD-RESOURCE-policyholder.address.street-type';
const PRICE = 'PRICE-FIELD-prices[].landlord.claimLimit-enum';

test('a draft below an undeclared envelope is not judged, and the key to set is named (P3)', () => {
  const all = judged('landlord.draft-get', { data: { item: DRAFT } });

  expect(all.get(VARIANT)).toMatchObject({
    verdict: 'inconclusive',
    reason: 'not-found-by-target',
    where: '/data/item/terms/variant',
    got: expect.stringContaining('set envelope: /data/item') as string,
  });
  expect(all.get('LANDLORD-DRAFT-02')).toMatchObject({ verdict: 'inconclusive' });
  // A field that the draft lacks at that place as well is only observed.
  expect(all.get(STREET)).toMatchObject({ verdict: 'observed' });
});

test('is judged below a declared envelope as it would be without one', () => {
  const get = (value: unknown) => judged('landlord.draft-get', { data: value }, '/data');

  expect(get(DRAFT).get(VARIANT)).toMatchObject({ verdict: 'pass', where: '/data/terms/variant' });
  expect(get({ terms: { variant: 'GOLD' } }).get(VARIANT)).toMatchObject({ verdict: 'fail' });
  expect(judged('landlord.draft-get', DRAFT, '/data').get(VARIANT)).toMatchObject({
    verdict: 'pass',
  });
});

test.each([
  ['landlord.draft-get', 'LANDLORD-DRAFT-01'],
  ['landlord.draft-update', 'LANDLORD-DRAFT-01'],
  ['landlord.draft-create', 'RESOURCE-01'],
  ['travel.car-post', 'RESOURCE-01'],
] as const)(
  '%s: the content of the declared envelope is an object (%s)',
  (operation, requirement) => {
    const judgedAs = (body: unknown, envelope?: string) =>
      judged(operation, body, envelope).get(requirement)?.verdict;

    expect(judgedAs({ data: [DRAFT] }, '/data')).toBe('fail');
    expect(judgedAs({ data: 'done' }, '/data')).toBe('fail');
    expect([judgedAs({ data: {} }, '/data'), judgedAs({ data: null }, '/data')]).toEqual([
      'pass',
      'pass',
    ]);
    // The envelope belongs to another resource, and the draft is beside it.
    expect(judgedAs({ ...DRAFT, data: 'done' }, '/data')).toBe('inconclusive');
    expect(judgedAs({ draft: DRAFT, d: 'done' }, '/d')).toBe('inconclusive');
  },
);

test.each([
  ['an empty draft', { data: { draftId: 'd1', createdAt: '2026-11-21T00:00:00Z' } }],
  [
    'links that are called like fields',
    { _links: { terms: { href: '/t' }, risk: { href: '/r' } } },
  ],
  ['the language of the answer', { meta: { language: 'nl' } }],
  [
    'a language beside the empty draft',
    { draftId: 'd1', meta: { language: 'nl', createdAt: '2026-11-21T00:00:00Z' } },
  ],
  ['a draft at its place, and one below it', { ...DRAFT, before: DRAFT }],
])('%s is no draft at another place', (_, body) => {
  const verdicts = [...judged('landlord.draft-get', body).values()].map(({ verdict }) => verdict);

  expect(verdicts).not.toContain('inconclusive');
});

test('a draft that shows only its language is not judged either', () => {
  const all = judged('landlord.draft-get', { data: { draftId: 5, language: 'nl-BE' } });

  expect(all.get('LANDLORD-RESOURCE-draftId-type')).toMatchObject({
    verdict: 'inconclusive',
    got: expect.stringContaining('set envelope: /data') as string,
  });
});

test('an object without any written value is not the draft of a write', () => {
  const verdictOf = (sent: object) => {
    const answer = { data: { draftId: 'd1' }, defaults: { terms: { variant: 'BASIC' } } };
    const exchange = sampleExchange('landlord.draft-create', 200, { body: answer });
    const body = { encoding: 'utf8', text: JSON.stringify(sent) } as const;
    const written = { ...exchange, request: { ...exchange.request, body }, envelope: '/data' };
    return judgeExchange(written, sampleFacts).find(({ requirement }) => requirement === VARIANT)
      ?.verdict;
  };

  expect([verdictOf({}), verdictOf({ terms: { variant: 'BASIC' } })]).toEqual([
    'observed',
    'inconclusive',
  ]);
});

test('an envelope that names something else silences nothing', () => {
  const all = judged('landlord.draft-get', { ...DRAFT, meta: { version: 1 } }, '/meta');

  expect(all.get(VARIANT)).toMatchObject({
    verdict: 'inconclusive',
    got: expect.stringContaining('set no envelope for it') as string,
  });
});

test('prices below an envelope are not judged until it is declared', () => {
  const open = judged('landlord.price-request', { quote: PRICES });
  const known = judged('landlord.price-request', { quote: PRICES }, '/quote');

  expect([open.get(PRICE), known.get(PRICE)]).toMatchObject([
    { verdict: 'inconclusive', got: expect.stringContaining('set envelope: /quote') as string },
    { verdict: 'pass', where: '/quote/prices/0/landlord/claimLimit' },
  ]);
  expect([open.get('PRICE-01'), known.get('PRICE-01')]).toMatchObject([
    { verdict: 'inconclusive' },
    { verdict: 'pass' },
  ]);
});

test('a written field below an undeclared envelope is neither absent nor unchanged', () => {
  const written = { operation: 'landlord.draft-create', exchange: 1, body: DRAFT } as const;
  const read = sampleExchange('landlord.draft-get', 200, { body: { data: DRAFT }, n: 2 });
  const refused = {
    how: 'without a credential',
    exchange: sampleExchange('landlord.draft-update', 401),
  };
  const updates = { before: read, refused: [refused], after: read };

  expect(judgeReadBack(written, read).map(({ verdict }) => verdict)).toEqual([
    'inconclusive',
    'inconclusive',
  ]);
  expect(judgeReadBack(written, { ...read, envelope: '/data' })).toMatchObject([
    { verdict: 'pass' },
    { verdict: 'pass' },
  ]);
  expect(judgeRefusedUpdates('landlord.draft-update', updates).verdict).toBe('inconclusive');
});
