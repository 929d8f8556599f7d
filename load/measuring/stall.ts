import type { Line } from '../../spec/line.ts';
import type { LoadRecord } from '../../store/load/load-record.ts';
import type { Point } from '../plan.ts';

/** A period without any answer, although requests were started. */
export type Stall = NonNullable<LoadRecord['stalls']>[number];

/** Minimum duration of a stall in milliseconds. */
const SHORTEST = 500;
/** Minimum number of points that started in its first half and waited for its end. */
const LEAST_WAITING = 3;
/** Expected number of false stalls in a run without any, at most. */
const BY_CHANCE = 0.01;

/** Duration of an answer in milliseconds; Infinity if there was none. */
const waitOf = ({ ms }: Point): number => ms ?? Infinity;

/**
 * Tests if more requests waited for its end than the rest of the run's slow answers explain by chance. The points are a
 * sample, so that a gap without any proves nothing; but all that started in its first half took at least half of it.
 */
const isStall = (points: readonly Point[], from: number, to: number): boolean => {
  const half = (to - from) / 2;
  const waiting = points.filter(({ at }) => at >= from && at <= from + half).length;
  const others = points.filter(({ at }) => at < from || at >= to);
  const slow = others.filter((point) => waitOf(point) >= half).length;
  const chance = ((slow + 1) / (others.length + 2)) ** waiting;
  return waiting >= LEAST_WAITING && points.length * chance < BY_CHANCE;
};

const stallsOf = (points: readonly Point[], line: Line | null): readonly Stall[] => {
  const ends = points
    .flatMap(({ at, ms }) => (ms === null ? [] : [at + ms]))
    .toSorted((a, b) => a - b);
  return ends.slice(1).flatMap((to, index) => {
    const from = ends[index] ?? to;
    return to - from >= SHORTEST && isStall(points, from, to)
      ? [{ at: from, ms: to - from, line }]
      : [];
  });
};

const isWithin = (stall: Stall, others: readonly Stall[]): boolean =>
  others.some(({ at, ms }) => at < stall.at + stall.ms && stall.at < at + ms);

/** The stalls of a run in chronological order: those of the whole service, and those of a single line. */
export const stallsIn = (points: readonly Point[]): readonly Stall[] => {
  const lines = Map.groupBy(points, ({ line }) => line);
  const [only] = lines.keys();
  const whole = stallsOf(points, lines.size === 1 && only !== undefined ? only : null);
  if (lines.size < 2) return whole;
  const alone = [...lines].flatMap(([line, own]) =>
    stallsOf(own, line).filter((stall) => !isWithin(stall, whole)),
  );
  return [...whole, ...alone].toSorted((a, b) => a.at - b.at);
};

/** Tolerance for a stall of a periodic series, as a share of the period and in milliseconds. */
const OFF = { share: 0.1, ms: 300 } as const;

/** Period of regular stalls in milliseconds; undefined if they are irregular, or fewer than three. */
export const periodOf = (stalls: readonly Stall[]): number | undefined => {
  const [first, ...others] = stalls.map(({ at }) => at).toSorted((a, b) => a - b);
  const last = others.at(-1);
  if (first === undefined || last === undefined || others.length < 2) return undefined;
  const apart = others.map((at, index) => at - (others[index - 1] ?? first));
  const shortest = Math.min(...apart);
  const periods = apart.map((each) => Math.round(each / shortest));
  const period = (last - first) / periods.reduce((sum, each) => sum + each, 0);
  const isRegular = apart.every(
    (each, index) =>
      Math.abs(each - (periods[index] ?? 0) * period) <= Math.max(OFF.share * period, OFF.ms),
  );
  return isRegular && periods.filter((each) => each === 1).length >= 2 ? period : undefined;
};

const timeText = (at: number): string => new Date(at).toISOString().slice(11, 19);

const seconds = (ms: number): string =>
  ms >= 9950 ? String(Math.round(ms / 1000)) : (ms / 1000).toFixed(1);

const MOST_LISTED = 3;

const rowText = (stalls: readonly Stall[]): string => {
  const lengths = stalls.map(({ ms }) => ms).toSorted((a, b) => a - b);
  const [first] = stalls;
  const period = periodOf(stalls);
  if (first !== undefined && period !== undefined) {
    const middle = lengths[Math.floor(lengths.length / 2)] ?? 0;
    return `no answer for ${seconds(middle)} s at ${timeText(first.at)} and every ${seconds(period)} s (${stalls.length} times)`;
  }
  const each = stalls
    .slice(0, MOST_LISTED)
    .map(({ at, ms }) => `for ${seconds(ms)} s at ${timeText(at)}`);
  const left = stalls.length - MOST_LISTED;
  const more = left > 0 ? ` and ${left === 1 ? 'once' : `${left} times`} more` : '';
  return `no answer ${each.join(', ')}${more}`;
};

/** `no answer for 2.0 s at 12:00:20 and every 20 s (3 times)`, in UTC: a sentence for the service and for each line. */
export const stallTexts = (stalls: readonly Stall[], lines: number): readonly string[] =>
  [...Map.groupBy(stalls, ({ line }) => line)].map(([line, own]) =>
    line === null || lines === 1 ? rowText(own) : `${line}: ${rowText(own)}`,
  );
