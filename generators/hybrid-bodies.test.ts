import { expect, test } from 'vitest';
import { LINES } from '../spec/line.ts';
import { completeDraft, draft } from './draft.ts';
import { hybridBodies, type HybridOrder } from './hybrid-bodies.ts';
import { valueAt } from './pointer.ts';
import { sample } from './sample.ts';
import { RICH } from './testing/test-body.ts';
import { brokenRulesOf } from './valid-body.ts';

const SEEDS = [1, 2, 3, 4, 5, 6, 7, 8];

test.each(LINES)(
  'every body between two %s drafts is legal, and the last one is the other',
  (line) => {
    for (const seed of SEEDS) {
      const from = sample(draft(line, RICH), seed);
      const to = sample(completeDraft(line, RICH), seed + 100);
      const hybrids = hybridBodies(`${line}-draft`, from, to, RICH);

      expect(hybrids.at(-1)?.body).toEqual(to);
      let before: object = from;
      for (const { body, pointers } of hybrids) {
        expect(brokenRulesOf(`${line}-draft`, body, RICH)).toEqual([]);
        for (const pointer of pointers) {
          expect(valueAt(body, pointer)).toEqual(valueAt(to, pointer));
          expect(valueAt(body, pointer)).not.toEqual(valueAt(before, pointer));
        }
        before = body;
      }
    }
  },
);

test('values that both bodies have can be changed first', () => {
  const [from, to] = [1, 2].map((seed) => sample(completeDraft('landlord', RICH), seed));
  const first = (order: HybridOrder) =>
    hybridBodies('landlord-draft', { ...from, terms: {} }, to ?? {}, RICH, order)[0]?.pointers[0];

  expect(first('forward')).toMatch(/^\/terms\//);
  expect(first('backward')).not.toMatch(/^\/terms\//);
});

test('fields that only the other body has are added first, one at a time', () => {
  const to = sample(completeDraft('landlord', RICH), 3);
  const hybrids = hybridBodies('landlord-draft', {}, to, RICH);

  expect(hybrids.map(({ pointers }) => pointers)).toEqual([
    ['/language'],
    ['/policyholder'],
    ['/risk'],
    ['/terms'],
  ]);
});

test('a zip code changes with its city', () => {
  const [from, to] = [1, 2].map((seed) => sample(completeDraft('travel', RICH), seed));
  const hybrids = hybridBodies('travel-draft', from ?? {}, to ?? {}, RICH);
  const city = '/policyholder/address/city';

  expect(hybrids.find(({ pointers }) => pointers.includes(city))?.pointers).toEqual([
    city,
    '/policyholder/address/zip',
  ]);
});

test('items of lists of one length change field by field', () => {
  const [from, to] = ['Eva', 'Tom'].map((firstName) => ({
    risk: { drivers: [{ person: { firstName } }, { person: { firstName } }] },
  }));
  const pointersTo = (other: object) =>
    hybridBodies('gap-draft', from ?? {}, other, RICH).map(({ pointers }) => pointers);

  expect(pointersTo(to ?? {})).toEqual([
    ['/risk/drivers/0/person/firstName'],
    ['/risk/drivers/1/person/firstName'],
  ]);
  expect(pointersTo({ risk: { drivers: [{ person: { firstName: 'Tom' } }] } })).toEqual([
    ['/risk/drivers'],
  ]);
});
