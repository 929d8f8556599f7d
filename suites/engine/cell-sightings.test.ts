import { expect, test } from 'vitest';
import type { Finding } from '../../oracles/finding.ts';
import { CellSightings } from './cell-sightings.ts';

const fail = (exchange: number, more: Partial<Finding> = {}): Finding => ({
  requirement: 'AMOUNT-01',
  operation: 'travel.price-request',
  verdict: 'fail',
  wanted: 'an integer',
  got: 'a text',
  exchanges: [exchange],
  test: 'journey/travel/1',
  attempt: 1,
  seed: 1,
  ...more,
});

test('a failure of another requirement that two exchanges showed needs no repeat (rule section 0)', () => {
  const sightings = new CellSightings();
  const own = fail(8, { requirement: 'DRAFT-03', verdict: 'pass' });
  const met = fail(9);
  const unproven = (...findings: readonly Finding[]) => sightings.unproven('DRAFT-03', findings);

  sightings.note([fail(1), fail(1)]);
  expect(unproven(own, met)).toEqual([own, met]);
  sightings.note([fail(2)]);
  expect(unproven(own, met)).toEqual([own]);
  // The failure may have kept the check from judging, which a repeat in another context would not meet.
  expect(unproven(met)).toEqual([met]);
  expect(unproven({ ...own, verdict: 'observed' }, met)).toHaveLength(2);
  expect(unproven(own, fail(9, { operation: 'gap.price-request' }))).toHaveLength(2);
  expect(unproven(own, { ...met, verdict: 'inconclusive' })).toHaveLength(2);
  expect(sightings.unproven('AMOUNT-01', [fail(8), met])).toHaveLength(2);
});

test('a failure that takes an accepted control request is always repeated', () => {
  const sightings = new CellSightings();
  const requirement = 'LEAD-01';
  sightings.note([1, 2, 3].map((exchange) => fail(exchange, { requirement })));

  expect(sightings.isProven(fail(9, { requirement }))).toBe(false);
});
