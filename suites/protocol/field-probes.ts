import { ALL_FAULTS } from '../../generators/invalid/all-faults.ts';
import type { BodyFault } from '../../generators/invalid/fault.ts';
import { sample, subSeed } from '../../generators/sample.ts';
import type { KnownOperation } from '../../spec/operations.ts';
import { isReplayedIn } from '../replayed-probe.ts';
import type { Run } from '../run.ts';
import type { Probe } from './probes.ts';

/** The faulty body: the legal one spoilt where it can have the fault, else a drawn pair's. */
const spoilt = (run: Run, fault: BodyFault, legal: unknown, variant: 1 | 2): unknown => {
  const seed = subSeed(run.plan.seed, 'one-shot', fault.id, variant);
  const drawn = () => sample(fault.pair(run.generators), seed).faulty;
  if (typeof legal !== 'object' || legal === null) return drawn();
  try {
    return fault.faultyOf(legal, run.generators);
  } catch (error) {
    if (error instanceof RangeError) return drawn();
    throw error;
  }
};

/** The faults of a body that no later step will read again (E10): cars, leads, price requests, to-contract payloads. */
export const fieldProbesOf = (run: Run, row: KnownOperation): readonly Probe[] =>
  ALL_FAULTS.filter(
    (fault) =>
      !fault.body.endsWith('-draft') &&
      fault.operations.some((on) => on === row.id) &&
      (run.judges(fault.requirement, row.id) ||
        (run.applies(fault.requirement, row.id) && isReplayedIn(run, row.id, fault.id))),
  ).map((fault) => ({
    requirement: fault.requirement,
    kind: 'field',
    name: fault.id,
    change: (legal, variant) => ({ ...legal, body: spoilt(run, fault, legal.body, variant) }),
  }));
