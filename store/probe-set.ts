import { createHash } from 'node:crypto';
import type { ProbeRecord } from '../oracles/probe-record.ts';
import type { RunRecord } from './run-record.ts';

/** Hex digits that tell two sets apart and can still be read aloud. */
const DIGITS = 8;

/**
 * How many probes a run was to send, and the hash of that set: of their names and of the data drawn for them, whatever
 * their order. The same seed, day, target and policy give the same set, at any concurrency and whatever the service
 * answers; ids of the service, times and repetitions are no part of it.
 */
export const probeSetOf = (records: Iterable<ProbeRecord>): NonNullable<RunRecord['probes']> => {
  const probes = new Set([...records].map(({ probe, data }) => `${probe} ${data}`));
  const hash = createHash('sha256')
    .update([...probes].toSorted().join('\n'))
    .digest('hex');
  return { count: probes.size, hash: hash.slice(0, DIGITS) };
};
