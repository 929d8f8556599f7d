import { expect, test } from 'vitest';
import { LINES } from '../../spec/line.ts';
import { simulatedPoints } from '../testing/simulated-points.ts';
import { periodOf, type Stall, stallsIn, stallTexts } from './stall.ts';

/** A service that answers in 20 ms, except for periodic stalls of this duration, period and offset. Milliseconds. */
const stalling =
  (length: number, every: number, first = every) =>
  (after: number): number => {
    const into = after < first ? Infinity : (after - first) % every;
    return into < length ? length - into + 20 : 20;
  };

test.for([
  ['every request a point', 1, 65],
  ['one in three', 3, 65],
] as const)('a stall of 2 s every 20 s is reported as one, %s', ([, every, seconds]) => {
  const points = simulatedPoints({
    seconds,
    rate: 20,
    every,
    noise: 3,
    latency: stalling(2000, 20_000),
    lines: ['gap', 'travel'],
  });
  const stalls = stallsIn(points);
  expect(stalls).toHaveLength(3);
  expect(stallTexts(stalls, 2)).toEqual([
    expect.stringMatching(/^no answer for 2\.\d s at 12:00:(19|20) and every 20 s \(3 times\)$/),
  ]);
});

test('finds most stalls in ten minutes of 3,000 points, with their period', () => {
  const points = simulatedPoints({
    seconds: 600,
    rate: 50,
    every: 50,
    noise: 3,
    latency: stalling(2000, 20_000),
    lines: LINES,
  });
  const stalls = stallsIn(points);
  expect(stalls.length).toBeGreaterThan(9);
  expect(periodOf(stalls)).toBeCloseTo(20_000, -3);
});

test('names a line that stalls alone', () => {
  const stalled = stalling(1500, 60_000, 4000);
  const points = simulatedPoints({
    seconds: 10,
    rate: 20,
    latency: (after, line) => (line === 'gap' ? stalled(after) : 20),
    lines: ['gap', 'travel'],
  });
  expect(stallTexts(stallsIn(points), 2)).toEqual([
    expect.stringMatching(/^gap: no answer for 1\.\d s at 12:00:0[34]$/),
  ]);
});

test.for([
  ['a calm run', { seconds: 10, rate: 20, noise: 5, latency: () => 20 }],
  ['one point in two hundred', { seconds: 600, rate: 50, every: 200, latency: () => 20 }],
  ['a slow service', { seconds: 60, rate: 1, noise: 500, latency: () => 3000 }],
  [
    'a tenth of the answers slow',
    {
      seconds: 120,
      rate: 20,
      every: 8,
      latency: (after: number) => ((after * 7919) % 1000 < 100 ? 2000 : 20),
    },
  ],
  ['a pause of 300 ms', { seconds: 10, rate: 20, latency: stalling(300, 60_000, 3000) }],
] as const)('no stall: %s', ([, load]) => {
  for (const seed of [1, 2, 3, 4, 5])
    expect(stallsIn(simulatedPoints({ ...load, seed }))).toEqual([]);
});

test('a generator that starts nothing for a while is no stall', () => {
  const points = simulatedPoints({ seconds: 20, rate: 20, latency: () => 20 });
  const start = points[0]?.at ?? 0;
  expect(stallsIn(points.filter(({ at }) => at < start + 5000 || at > start + 8000))).toEqual([]);
});

const at = (seconds: number): Stall => ({ at: seconds * 1000, ms: 1000, line: null });

test.for([
  ['regular', [20, 40, 60], 20_000],
  ['regular, one not seen', [20, 40, 80, 100], 20_000],
  ['too few', [20, 40], undefined],
  ['irregular', [20, 33, 60, 67], undefined],
] as const)('the period of stalls: %s', ([, times, period]) => {
  expect(periodOf(times.map(at))).toBe(period);
});

test('lists the first three irregular stalls', () => {
  expect(stallTexts([20, 33, 60, 67].map(at), 1)).toEqual([
    'no answer for 1.0 s at 00:00:20, for 1.0 s at 00:00:33, for 1.0 s at 00:01:00 and once more',
  ]);
});
