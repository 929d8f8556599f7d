import type { Exchange } from '../../spec/exchange.ts';
import type { OperationId } from '../../spec/operations.ts';

/** An operation whose answers took much longer, by their medians in milliseconds. */
export interface SlowerOperation {
  readonly operation: OperationId;
  readonly before: number;
  readonly after: number;
}

type Timed = Pick<Exchange, 'operation' | 'response' | 'timings'>;

/** Fewer answers say nothing. */
const ENOUGH = 20;
/** A run is no load test: less than this is noise, of the machine that Assay runs on as well. */
const FACTOR = 1.5;
const MILLISECONDS = 20;

const mediansOf = (exchanges: readonly Timed[]): ReadonlyMap<OperationId, number> => {
  const taken = new Map<OperationId, number[]>();
  for (const { operation, response, timings } of exchanges) {
    if (!operation || !response) continue;
    const own = taken.get(operation);
    if (own) own.push(timings.total);
    else taken.set(operation, [timings.total]);
  }
  return new Map(
    [...taken]
      .filter(([, all]) => all.length >= ENOUGH)
      .map(([on, all]) => [on, all.toSorted((a, b) => a - b)[all.length >> 1] ?? 0]),
  );
};

/** Operations that took half as long again, and 20 ms more, in the median; the slowest first. */
export const slowerOperations = (
  before: readonly Timed[],
  after: readonly Timed[],
): readonly SlowerOperation[] => {
  const earlier = mediansOf(before);
  return [...mediansOf(after)]
    .flatMap(([operation, now]) => {
      const was = earlier.get(operation);
      if (was === undefined || now < was * FACTOR || now < was + MILLISECONDS) return [];
      return [{ operation, before: was, after: now }];
    })
    .toSorted((one, other) => other.after - one.after);
};
