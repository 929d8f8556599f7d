import { expect, test, vi } from 'vitest';
import { FAULTS } from '../reference/faults.ts';
import { areaOf } from './select-faults.ts';
import { canMeet, samplePairs, pairOf } from './pair-plan.ts';
import { examPlan } from './exam-plan.ts';
import { HISTORIES } from './histories.ts';

const ORDER = { seed: 1, faultSeeds: 1 } as const;
const idsOf = (options: Partial<Parameters<typeof examPlan>[0]>) =>
  examPlan({ ...ORDER, ...options }).map(({ kind, id }) => `${kind} ${id}`);

test('the table of histories has no duplicates, and only known faults and conditions', () => {
  const pairs = HISTORIES.map(pairOf);
  const ids = pairs.map(({ fault, condition }) => `${fault.id}~${condition.id}`);

  expect(ids.length).toBeGreaterThanOrEqual(60);
  expect(new Set(ids).size).toBe(ids.length);
});

test('the table of histories covers every subject and every kind of condition', () => {
  const pairs = HISTORIES.map(pairOf);
  const kinds = pairs.map(({ condition: { id } }) => id.replace(/\d+/, 'N'));

  expect([...new Set(pairs.map(({ fault }) => areaOf(fault)))].toSorted()).toEqual(
    expect.arrayContaining([
      'fields',
      'legal',
      'prices',
      'protocol',
      'races',
      'resources',
      'rules',
      'state',
    ]),
  );
  expect([...new Set(kinds)].toSorted()).toEqual(
    [
      'from-write-N',
      'on-one-draft-in-N',
      'from-call-N',
      'for-a-company',
      'for-a-person',
      'without-a-house-number',
      'without-a-phone',
      'after-a-contract',
      'after-a-deletion',
      'after-a-lead',
      'after-a-price',
      'after-N-prices',
      'after-a-refusal',
      'after-N-refusals',
      'on-every-second-connection',
      'beside-another-call',
      'beside-another-call-on-the-draft',
      'one-call-in-N',
      'once',
    ].toSorted(),
  );
});

test('consecutive samples of histories cover the whole table, and nothing else', () => {
  const rotations = Array.from({ length: 13 }, (_, rotation) =>
    idsOf({ histories: true, quick: true, rotation }),
  );

  expect(Math.max(...rotations.map(({ length }) => length))).toBeLessThanOrEqual(10);
  expect(new Set(rotations.flat()).size).toBe(HISTORIES.length);
});

test('draws pairs by the seed from the requested faults and conditions', () => {
  const drawn = idsOf({ conditions: 20, fault: ['gap-*'], condition: ['one-call-*'] });

  expect(new Set(drawn).size).toBe(20);
  for (const id of drawn) expect(id).toMatch(/^pair gap-[^~]*~one-call-in-\d+$/);
  expect(idsOf({ conditions: 20, fault: ['gap-*'], condition: ['one-call-*'] })).toEqual(drawn);
  expect(idsOf({ conditions: 20, seed: 2 })).not.toEqual(idsOf({ conditions: 20 }));
});

test('reports if fewer pairs than requested can be drawn', () => {
  const write = vi.spyOn(process.stdout, 'write').mockReturnValue(true);
  try {
    const fault = ['jobloss-draft-create-without-version'];
    const drawn = idsOf({
      conditions: 5,
      fault,
      condition: ['once', 'after-a-price', 'in-french'],
    });

    expect(drawn).toHaveLength(2);
    expect(write.mock.calls.flat().join('')).toContain('2 of 5 pairs are drawn: no client');
  } finally {
    write.mockRestore();
  }
});

test('does not draw a fault that a service may have now and then', () => {
  const absent = FAULTS.filter(({ breaks }) => breaks.requirement === 'LASTMOD-01');

  expect(absent.length).toBeGreaterThan(0);
  expect(samplePairs(absent, 5, 1)).toEqual([]);
});

test.each([
  ['jobloss-draft-create-without-version', 'after-a-price', 'a creation names no draft'],
  ['jobloss-draft-get-of-an-unknown-draft', 'after-a-price', 'no such draft was priced'],
  ['landlord-draft-create-in-a-list', 'in-dutch', 'an array has no language'],
  ['field-travel-language-enum-on-update', 'in-french', 'the language is the fault'],
  ['landlord-contract-create-breaks-down-in-french', 'in-dutch', 'it shows only in French'],
  ['travel-draft-create-refuses-a-combination', 'without-a-paper-copy', 'it needs one'],
  ['readback-landlord-policyholder.person.title-on-both', 'without-a-title', 'nothing to show'],
  [
    'readback-landlord-policyholder.person.status-on-update',
    'on-the-first-call-on-a-draft',
    'the read comes after the update',
  ],
  [
    'readback-landlord-policyholder.person.title-on-both',
    'on-the-first-call-on-a-draft',
    'a creation is no call on a draft',
  ],
  [
    'gap-contract-create-in-version-0.9',
    'on-the-first-call-on-a-draft',
    'a contract needs a price first',
  ],
  ['jobloss-draft-get-without-version', 'for-a-company', 'its policyholder is a person'],
  ['jobloss-draft-get-without-version', 'with-an-item', 'only a travel draft has items'],
  ['jobloss-draft-get-without-version', 'after-a-deletion', 'only a travel draft has items'],
  ['field-travel-language-enum-on-update', 'behind-the-first-list-item', 'it is in no list'],
])('no client meets %s under %s: %s', (fault, condition) => {
  expect(canMeet(pairOf({ fault, condition }))).toBe(false);
});

test.each([
  ['jobloss-draft-create-without-version', 'in-french'],
  ['jobloss-draft-update-of-an-unknown-draft', 'in-french'],
  ['travel-contract-get-without-version', 'after-a-price'],
  ['landlord-draft-update-in-a-list', 'in-dutch'],
  ['field-gap-partnerReference[].value-required', 'behind-the-first-list-item'],
  ['field-gap-partnerReference[].value-required', 'before-the-last-list-item'],
])('a client can meet %s under %s', (fault, condition) => {
  expect(canMeet(pairOf({ fault, condition }))).toBe(true);
});

test('a condition on another line adds a line', () => {
  const [pair] = examPlan({
    ...ORDER,
    conditions: 1,
    fault: ['travel-car-put-in-any-version'],
    condition: ['after-another-line'],
  });

  expect(pair?.lines).toEqual(['jobloss', 'travel']);
});

test.each([
  [{ condition: ['once'] }, '--condition selects among'],
  [{ histories: true, dialect: ['*'] }, '--dialect does not apply to faults under conditions'],
  [{ conditions: 5, writeBaseline: true }, '--write-baseline does not apply'],
  [{ histories: true, condition: ['never'] }, 'there is no condition never'],
  [{ conditions: 5, sample: 2 }, '--sample selects a part of the fixed table'],
  [{ conditions: 5, quick: true }, '--quick selects a part of the fixed table'],
  [{ mutations: true, faultSeeds: 2 }, '--fault-seeds does not apply to recorded answers'],
] as const)('refuses %o', (options, message) => {
  expect(() => idsOf(options)).toThrow(message);
});
