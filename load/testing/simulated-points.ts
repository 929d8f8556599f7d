import type { Line } from '../../spec/line.ts';
import type { Point } from '../plan.ts';
import { randomFrom } from '../regression/testing/simulated-world.ts';

/** A load that is simulated request by request. */
export interface SimulatedLoad {
  readonly seconds: number;
  /** Rate per second, on each line. */
  readonly rate: number;
  readonly lines?: readonly Line[];
  /** Sampling interval of points. */
  readonly every?: number;
  /** Latency in milliseconds of a request that starts this many milliseconds after the beginning. */
  readonly latency: (after: number, line: Line) => number;
  /** Standard deviation of a latency in milliseconds. */
  readonly noise?: number;
  readonly seed?: number;
}

/** Noon of a day; milliseconds since the epoch. */
const NOON = Date.UTC(2026, 2, 1, 12);

/** The points of a run with this load. */
export const simulatedPoints = (load: SimulatedLoad): readonly Point[] => {
  const { seconds, rate, lines = ['gap'], every = 1, latency, noise = 0, seed = 1 } = load;
  const chance = randomFrom(seed);
  return lines.flatMap((line) =>
    Array.from({ length: Math.floor(seconds * rate) }, (_, n): Point => {
      const after = (n * 1000) / rate;
      const ms = Math.max(0.1, latency(after, line) + noise * chance.normal());
      return { at: NOON + Math.round(after), line, step: 1, ms, status: 200 };
    }).filter(() => chance.uniform() < 1 / every),
  );
};
