import type { Exchange } from '../spec/exchange.ts';
import type { OperationId } from '../spec/operations.ts';

/** Latency of the answers to one operation, in milliseconds with one decimal. */
export interface OperationLatency {
  readonly answers: number;
  readonly p50: number;
  readonly p95: number;
}

/** Latencies of the operations that answered, by id. */
export type OperationLatencies = Readonly<Partial<Record<OperationId, OperationLatency>>>;

type Timed = Pick<Exchange, 'operation' | 'response' | 'timings'>;

/** Nearest-rank percentile of ascending times. */
const percentile = (sorted: readonly number[], share: number): number =>
  Math.round((sorted[Math.ceil(sorted.length * share) - 1] ?? 0) * 10) / 10;

/** Median and 95th percentile of each operation, over all its answers. */
export const latenciesOf = (exchanges: Iterable<Timed>): OperationLatencies => {
  const times = new Map<OperationId, number[]>();
  for (const { operation, response, timings } of exchanges) {
    if (operation === undefined || !response) continue;
    const own = times.get(operation);
    if (own) own.push(timings.total);
    else times.set(operation, [timings.total]);
  }
  return Object.fromEntries(
    [...times].map(([on, all]) => {
      const sorted = all.toSorted((a, b) => a - b);
      return [
        on,
        { answers: sorted.length, p50: percentile(sorted, 0.5), p95: percentile(sorted, 0.95) },
      ];
    }),
  );
};
