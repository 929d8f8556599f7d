import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { type Dialect, DIALECTS, dialectOf } from '../reference/dialects.ts';
import { FAULTS } from '../reference/faults.ts';
import { LINES } from '../spec/line.ts';
import { areaOf } from './select-faults.ts';
import { type FaultCandidate, dialectCandidates, faultCandidates } from './candidate.ts';
import { examPlan, longestWaitsLast } from './exam-plan.ts';

const WHOLE = { seeds: 5, seed: 1, faultSeeds: 1 };
const faultOf = (id: string) => FAULTS.find((each) => each.id === id);

// Some faults show only while the border of start dates can be judged (W3), which it cannot at night.
beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-11-22T12:00:00Z') });
});
afterEach(() => {
  vi.useRealTimers();
});

test('a whole exam tries every fault, some a second time on random services that can show them', () => {
  const faults = examPlan(WHOLE).filter((each) => each.kind === 'fault');
  const isAtHome = ({ on, atHome }: FaultCandidate) => on === undefined || atHome === true;
  const again = faults.filter((each) => !isAtHome(each));

  expect(new Set(faults.filter(isAtHome).map(({ id }) => id)).size).toBe(FAULTS.length);
  expect(again.length).toBeGreaterThan(FAULTS.length / 30);
  const hidden = again.filter(
    ({ id, on = '' }) => faultOf(id)?.shownBy?.(dialectOf(on).choices) === false,
  );
  expect(hidden).toEqual([]);
  // Some faults cannot show on the nearest random service, and move to another one.
  const moved = again.filter(({ on }, at) => on !== `chance:${WHOLE.seed + at}`);
  expect(moved.length).toBeGreaterThan(0);
});

test('consecutive samples cover every fault', () => {
  const size = 24;
  const samples = Math.ceil(FAULTS.length / size);
  const seen = Array.from({ length: samples }, (_, rotation) =>
    examPlan({ ...WHOLE, fault: ['*'], sample: size, rotation }).map(({ id }) => id),
  );

  expect(Math.max(...seen.map(({ length }) => length))).toBeLessThanOrEqual(size);
  expect(new Set(seen.flat()).size).toBe(FAULTS.length);
});

test.each([
  [undefined, 4],
  [4, LINES.length * Math.ceil(DIALECTS.length / 4)],
])('consecutive exams of sample %s try every dialect on every line within %i', (sample, exams) => {
  const bounds = sample === undefined ? {} : { sample };
  const tried = Array.from({ length: exams }, (_, at) => at).flatMap((rotation) =>
    examPlan({ ...WHOLE, ...bounds, quick: true, rotation }).flatMap((each) =>
      each.kind === 'dialect' && each.lines.length === 1 && !each.id.startsWith('chance:')
        ? [`${each.id} on ${each.lines.join()}`]
        : [],
    ),
  );

  expect(new Set(tried).size).toBe(DIALECTS.length * LINES.length);
});

test('an exam of correct services tries them as often as requested, and no fault', () => {
  const idsOf = (options: Partial<Parameters<typeof examPlan>[0]>) =>
    examPlan({ seed: 1, faultSeeds: 1, ...options }).map(({ kind, id }) => `${kind} ${id}`);
  const runsOf = ({ name, slow }: Dialect) =>
    Array.from({ length: slow ? 1 : 20 }, () => `dialect ${name}`);
  const named = DIALECTS.filter(({ name }) => name.startsWith('l'));
  const chance = Array.from({ length: 200 }, (_, at) => `dialect chance:${at + 1}`);

  expect(idsOf({ dialect: ['l*'], seeds: 20 })).toEqual(named.flatMap(runsOf));
  expect(idsOf({ services: true })).toEqual([...DIALECTS.flatMap(runsOf), ...chance]);
});

test('an exam of areas tries all their faults, and nothing else', () => {
  const planned = examPlan({ ...WHOLE, area: 'state,races' });
  const known = FAULTS.map(areaOf).filter((area) => area === 'state' || area === 'races');

  expect(planned.map((each) => (each.kind === 'fault' ? each.area : each.id)).toSorted()).toEqual(
    known.toSorted(),
  );
});

test('skips the faults of start date borders at night', () => {
  vi.setSystemTime('2026-11-22T23:00:00Z');
  const ids = examPlan(WHOLE).flatMap((each) => (each.kind === 'fault' ? [each.id] : []));

  expect(FAULTS.map(({ id }) => id).filter((id) => !ids.includes(id))).toEqual(
    Array.from({ length: 6 }, () => expect.stringContaining('start')),
  );
});

const idsOf = (parts: ReturnType<typeof longestWaitsLast>) =>
  parts.map((part) => (part.kind === 'group' ? 'group' : part.id));

test('tries slow services last, the slowest at the very end; the others keep their order', () => {
  const services = dialectCandidates(DIALECTS, { seeds: 1, seed: 1 });
  const ordered = idsOf(longestWaitsLast(services));
  const waiting = ['two-replicas', 'slow', 'eventual'];
  const busy = services.map(({ id }) => id).filter((id) => !waiting.includes(id));

  expect(ordered.slice(0, busy.length)).toEqual(busy);
  expect(ordered.at(-1)).toBe('eventual');
});

test('a fault counts as slow as the service that it is injected into', () => {
  const [fault] = FAULTS;
  if (!fault) throw new Error('there are no faults');
  const [slow] = faultCandidates([fault], 1, () => 'slow');
  const [plain] = faultCandidates([fault], 1);
  if (!slow || !plain) throw new Error('a fault makes a candidate');

  expect(longestWaitsLast([slow, plain])).toEqual([plain, slow]);
});
