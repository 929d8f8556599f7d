import { isAccepted } from '../oracles/answers/answer-form.ts';
import type { CellVerdict } from '../oracles/finding.ts';
import type { Exchange } from '../spec/exchange.ts';
import { type OperationId, operation } from '../spec/operations.ts';
import { createHash } from 'node:crypto';
import type { ProbeRecord } from '../oracles/evidence/evidence-records.ts';

/** What was seen of one operation. */
export interface OperationCount {
  /** Legal requests; polite repetitions of one count once. */
  readonly requests: number;
  /** Those of them that were answered with a success in the end. */
  readonly successes: number;
  /** Cells of this operation whose verdict is a fail. */
  readonly failed: number;
}

/** Operations that were called or judged, by id. */
export type OperationCounts = Readonly<Partial<Record<OperationId, OperationCount>>>;

/** The status that the detail entry states; where it states none, any 2xx or 3xx (S1). */
const isSuccess = (id: OperationId, status: number | undefined): boolean => {
  const stated = operation(id).success;
  if (status === undefined) return false;
  return stated === null ? isAccepted(status) : status === stated;
};

interface Tally {
  requests: number;
  successes: number;
  failed: number;
}

/**
 * Counts legal requests and their successes by operation, and the failed cells. An exchange whose `attempt` is above 1
 * belongs to the request before it of the same test, operation and address.
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

/**
 * The operations that answered with a success what they may be asked: legal requests, and drafts that nothing forbids. A
 * success to a request with a fault in it says nothing.
 */
export const reachedOperations = (exchanges: Iterable<Exchange>): ReadonlySet<OperationId> => {
  const reached = new Set<OperationId>();
  for (const { operation: id, intent, response } of exchanges) {
    if (id !== undefined && intent !== 'faulty' && isSuccess(id, response?.status)) reached.add(id);
  }
  return reached;
};

/** Hex digits that tell two sets apart and can still be read aloud. */
const DIGITS = 8;

/**
 * How many probes a run was to send, and the hash of that set: of their names and of the data drawn for them, whatever
 * their order. The same seed, day, target and policy give the same set, at any concurrency and whatever the service
 * answers; ids of the service, times and repetitions are no part of it.
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
