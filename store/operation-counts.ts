import { isAcceptedStatus } from '../oracles/answers/answer-form.ts';
import type { CellVerdict } from '../oracles/finding.ts';
import type { Exchange } from '../spec/exchange.ts';
import { type OperationId, operation } from '../spec/operations.ts';
import { createHash } from 'node:crypto';
import type { ProbeRecord } from '../oracles/evidence/evidence-records.ts';

/** Counts of one operation. */
export interface OperationCount {
  /** Legal requests; a request and its retries count once. */
  readonly requests: number;
  /** Those that eventually succeeded. */
  readonly successes: number;
  /** Cells of this operation that fail. */
  readonly failed: number;
}

/** Counts of operations that were called or judged, by id. */
export type OperationCounts = Readonly<Partial<Record<OperationId, OperationCount>>>;

/** Tests for the status of the detail entry; if it has none, any 2xx or 3xx succeeds (S1). */
const isSuccess = (id: OperationId, status: number | undefined): boolean => {
  const stated = operation(id).success;
  if (status === undefined) return false;
  return stated === null ? isAcceptedStatus(status) : status === stated;
};

interface Tally {
  requests: number;
  successes: number;
  failed: number;
}

/**
 * Counts legal requests and their successes by operation, and the failed cells. An exchange with `attempt` above 1 is a retry
 * of the previous request of the same test, operation and address.
 */
export const countOperations = (
  exchanges: Iterable<Exchange>,
  verdicts: Iterable<CellVerdict>,
): OperationCounts => {
  const tallies: Partial<Record<OperationId, Tally>> = {};
  const tally = (id: OperationId): Tally =>
    (tallies[id] ??= { requests: 0, successes: 0, failed: 0 });
  const succeeded = new Map<string, boolean>();

  for (const { operation: id, intent, test, attempt, request, response } of exchanges) {
    if (id === undefined || intent !== 'legal') continue;
    const key = `${test} ${request.method} ${request.url}`;
    if (attempt === 1) {
      tally(id).requests += 1;
      succeeded.set(key, false);
    }
    if (succeeded.get(key) !== false || !isSuccess(id, response?.status)) continue;
    tally(id).successes += 1;
    succeeded.set(key, true);
  }
  for (const { operation: id, verdict } of verdicts) if (verdict === 'fail') tally(id).failed += 1;
  return tallies;
};

/** Operations with a successful legal request, or permitted draft. The success of a faulty request is no evidence. */
export const reachedOperations = (exchanges: Iterable<Exchange>): ReadonlySet<OperationId> => {
  const reached = new Set<OperationId>();
  for (const { operation: id, intent, response } of exchanges) {
    if (id !== undefined && intent !== 'faulty' && isSuccess(id, response?.status)) reached.add(id);
  }
  return reached;
};

/** Hex digits: enough to distinguish two sets, few enough to be read out. */
const DIGITS = 8;

/**
 * Number of probes that a run was to send, and an order-independent hash of their names and data. The same seed, day, target
 * and policy give the same set at any concurrency and with any answers; ids from the service, times and retries are excluded.
 */
export const probeSetOf = (
  records: Iterable<ProbeRecord>,
): { readonly count: number; readonly hash: string } => {
  const probes = new Set([...records].map(({ probe, data }) => `${probe} ${data}`));
  const hash = createHash('sha256')
    .update([...probes].toSorted().join('\n'))
    .digest('hex');
  return { count: probes.size, hash: hash.slice(0, DIGITS) };
};
