import { expect, test } from 'vitest';
import { simulatedPoints } from '../testing/simulated-points.ts';
import { trendVerdict } from './trend.ts';
import { trendsIn } from '../verdict/trend.ts';

const LIMITED = { isLimited: () => true };
const SOAK = { trend: 0.2, isLimited: () => false };
const PLATEAU = [{ line: 'gap', step: 1 }] as const;

test('reports a response time that doubles within 26 s, with its slope and interval', () => {
  const points = simulatedPoints({
    seconds: 26,
    rate: 20,
    noise: 3,
    latency: (after) => 24 * (1 + after / 26_000),
  });
  const [trend] = trendsIn(points);
  expect(trend?.slope).toBeCloseTo(24 / 26, 1);
  expect(trend?.least).toBeLessThan(24 / 26);
  expect(trend?.most).toBeGreaterThan(24 / 26);
  const { notes, missed, unsure } = trendVerdict(trendsIn(points), PLATEAU, LIMITED);
  expect(notes).toEqual([
    expect.stringMatching(
      /^gap: p50 rises 0\.[89]\d* ms a second, 0\.\d+ to \d[.\d]* \(from 2\d ms to 4\d ms within 26 s\)$/,
    ),
  ]);
  expect([missed, unsure]).toEqual([[], []]);
  // Without a limit that judges it, the run is not a PASS.
  expect(trendVerdict(trendsIn(points), PLATEAU, { isLimited: () => false })).toEqual({
    missed: [],
    unsure: [`${notes[0]}, and no limit applies (load.slo of the target, trend of the profile)`],
    notes: [],
  });
});

test.for([
  ['it is level', 20, (): number => 20, 3],
  ['it falls', 20, (after: number) => 40 - after / 1000, 3],
  ['it rises by less than 2 ms', 20, (after: number) => 3 + after / 20_000, 0.2],
  ['a few answers are slow at its end', 20, (after: number) => (after > 18_500 ? 200 : 20), 3],
] as const)('notes nothing if %s', ([, seconds, latency, noise]) => {
  const points = simulatedPoints({ seconds, rate: 20, noise, latency });
  expect(trendVerdict(trendsIn(points), PLATEAU, LIMITED).notes).toEqual([]);
});

test('hardly any of 200 level runs shows a trend that excludes 0, and none is reported', () => {
  const trends = Array.from({ length: 200 }, (_, seed) =>
    trendsIn(simulatedPoints({ seconds: 10, rate: 20, noise: 4, latency: () => 20, seed })),
  ).flat();
  expect(trends.filter(({ least, most }) => least > 0 || most < 0).length).toBeLessThanOrEqual(4);
  expect(trendVerdict(trends, PLATEAU, LIMITED).notes).toEqual([]);
});

/** A run of two hours whose p50 rises from 20 ms by this much. */
const soak = (rise: number, noise = 3) =>
  trendsIn(
    simulatedPoints({
      seconds: 7200,
      rate: 1,
      every: 12,
      noise,
      latency: (after) => 20 + (rise * after) / 7_200_000,
    }),
  );

test.for([
  ['a third more in two hours is a limit missed', soak(7), 1, 0],
  ['a tenth more is within it', soak(2), 0, 0],
  ['a rise that may be chance is unsure', soak(5, 12), 0, 1],
  ['no trend is unsure', [], 0, 1],
] as const)('%s', ([, trends, missed, unsure]) => {
  const verdict = trendVerdict(trends, PLATEAU, SOAK);
  expect([verdict.missed.length, verdict.unsure.length]).toEqual([missed, unsure]);
  // A trend that a limit judges is not noted again.
  expect(verdict.notes).toEqual([]);
});

test('reports a slow rise per hour, and distinguishes lines from steps', () => {
  const [missed] = trendVerdict(soak(7), PLATEAU, SOAK).missed;
  expect(missed).toMatch(/ms an hour, .*at most 20 % allowed within a plateau/);
  const steps = [...PLATEAU, { line: 'gap', step: 2 } as const];
  expect(trendVerdict(soak(7), steps, SOAK).unsure).toEqual([
    expect.stringMatching(/^gap, step 2: the limit of the trend was not judged/),
  ]);
});

test('one more millisecond misses no limit, however fast the service', () => {
  const points = simulatedPoints({
    seconds: 60,
    rate: 20,
    noise: 0.05,
    latency: (after) => 1 + (0.8 * after) / 60_000,
  });
  expect(trendVerdict(trendsIn(points), PLATEAU, SOAK).missed).toEqual([]);
});
