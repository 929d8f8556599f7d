import { expect, test } from 'vitest';
import { dialectOf } from '../reference/dialects.ts';
import { FAULTS } from '../reference/faults.ts';
import type { FaultCandidate } from './candidate.ts';
import { examPlan } from './exam-plan.ts';

const WHOLE = { seeds: 5, seed: 1, faultSeeds: 1 };
const faultOf = (id: string) => FAULTS.find((each) => each.id === id);

test('a whole exam tries every fault, some of them a second time on chance services that show them', () => {
  const faults = examPlan(WHOLE).filter((each) => each.kind === 'fault');
  const isAtHome = ({ on, atHome }: FaultCandidate) => on === undefined || atHome === true;
  const again = faults.filter((each) => !isAtHome(each));

  expect(new Set(faults.filter(isAtHome).map(({ id }) => id)).size).toBe(FAULTS.length);
  expect(again.length).toBeGreaterThan(FAULTS.length / 30);
  const hidden = again.filter(
    ({ id, on = '' }) => faultOf(id)?.shownBy?.(dialectOf(on).choices) === false,
  );
  expect(hidden).toEqual([]);
  // Some of them would be hidden by the service next to hand.
  const moved = again.filter(({ on }, at) => on !== `chance:${WHOLE.seed + at}`);
  expect(moved.length).toBeGreaterThan(0);
});

test('bounded exams one after the other try every fault', () => {
  const size = 24;
  const samples = Math.ceil(FAULTS.length / size);
  const seen = Array.from({ length: samples }, (_, rotation) =>
    examPlan({ ...WHOLE, fault: ['*'], sample: size, rotation }).map(({ id }) => id),
  );

  expect(Math.max(...seen.map(({ length }) => length))).toBeLessThanOrEqual(size);
  expect(new Set(seen.flat()).size).toBe(FAULTS.length);
});
