import { expect, test } from 'vitest';
import type { Judgement } from '../../oracles/finding.ts';
import { PendingSightings } from './pending-sightings.ts';

const judged = (answer: number, verdict: Judgement['verdict'] = 'fail'): Judgement => ({
  requirement: 'STATUS-01',
  operation: 'gap.draft-update',
  wanted: '200',
  got: '201',
  verdict,
  exchanges: [answer],
});

test('a failure that nothing reports is returned with its test, once', () => {
  const sightings = new PendingSightings();
  sightings.note('state/a', [judged(1), judged(2, 'pass')]);
  sightings.note('state/a', [judged(3)]);

  expect(sightings.takeUnreported()).toEqual([
    ['state/a', judged(1)],
    ['state/a', judged(3)],
  ]);
  expect(sightings.takeUnreported()).toEqual([]);
});

test('a failure that was reported, or blamed on something else, is not returned', () => {
  const sightings = new PendingSightings();
  sightings.note('state/a', [judged(1), judged(2), judged(3)]);
  sightings.noteReported([judged(1), { ...judged(9, 'inconclusive'), exchanges: [2, 9] }]);
  sightings.noteReported([judged(3, 'pass')]);

  expect(sightings.takeUnreported()).toEqual([['state/a', judged(3)]]);
});

test('a legal call that was not served is left to the suite that met it, another refusal is not', () => {
  const sightings = new PendingSightings();
  const [lost, forbidden] = [
    { ...judged(1), requirement: 'PATH-01', status: 404 },
    { ...judged(2), requirement: 'AUTH-01', status: 403 },
  ] as const;
  sightings.note('sequence/travel/0', [lost, forbidden]);

  expect(sightings.takeUnreported()).toEqual([['sequence/travel/0', forbidden]]);
});

test('sightings of dropped tests are not returned', () => {
  const sightings = new PendingSightings();
  sightings.note('observations/gap.draft-update/a', [judged(1)]);
  sightings.note('state/a', [judged(2)]);
  sightings.drop('observations/gap');

  expect(sightings.takeUnreported()).toEqual([['state/a', judged(2)]]);
});

test('a check takes what it does not report', () => {
  const sightings = new PendingSightings();
  sightings.note('state/a', [judged(1), judged(2)]);

  expect(sightings.take('state/a', [judged(2)])).toEqual([judged(1)]);
  expect(sightings.takeUnreported()).toEqual([]);
});
