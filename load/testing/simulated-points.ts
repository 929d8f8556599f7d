import type { Line } from '../../spec/line.ts';
import type { Point } from '../plan.ts';
import { chanceFrom } from '../regression/testing/simulated-world.ts';

/** A load that is simulated request by request. */
export interface SimulatedLoad {
  readonly seconds: number;
  /** A second, on each line. */
  readonly rate: number;
  readonly lines?: readonly Line[];
  /** One in so many is a point. */
  readonly every?: number;
  /** Milliseconds that a request takes which is begun so many milliseconds after the start. */
  readonly latency: (after: number, line: Line) => number;
  /** Milliseconds by which a latency varies around that (standard deviation). */
  readonly noise?: number;
  readonly seed?: number;
}

/** Noon of a day; milliseconds since the epoch. */
const NOON = Date.UTC(2026, 2, 1, 12);

/** The points that a run with this load would tell. */
export const simulatedPoints = (load: SimulatedLoad): readonly Point[] => {
  const { seconds, rate, lines = ['gap'], every = 1, latency, noise = 0, seed = 1 } = load;
  const chance = chanceFrom(seed);
  return lines.flatMap((line) =>
    Array.from({ length: Math.floor(seconds * rate) }, (_, n): Point => {
      const after = (n * 1000) / rate;
      const ms = Math.max(0.1, latency(after, line) + noise * chance.normal());
      return { at: NOON + Math.round(after), line, step: 1, ms, status: 200 };
    }).filter(() => chance.uniform() < 1 / every),
  );
};
