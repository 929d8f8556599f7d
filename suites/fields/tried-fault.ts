import type { BodyFault, Checkpoint, FaultPair } from '../../generators/invalid/fault.ts';
import type { TriedFault } from '../../oracles/refusals/draft-fault.ts';
import type { Stage } from '../../spec/declared-checkpoint.ts';
import type { OperationId } from '../../spec/operations.ts';
import type { Run } from '../engine/run.ts';

/** The last stage at which this target may refuse a fault (P6, E1–E5). */
export const stageOf = (run: Run, checkpoint: Checkpoint): Stage => {
  if (checkpoint === 'at-once') return 'write';
  if (checkpoint === 'price' || checkpoint === 'contract') return checkpoint;
  if (checkpoint === 'lead') return 'contract';
  return run.target.decisions.checkpoints[checkpoint];
};

/** True if this target's drafts may hold an invalid value of the field: an e-mail address (V8). */
export const mayHoldInvalid = ({ target }: Pick<Run, 'target'>, pointer: string): boolean =>
  target.decisions.draftsMayHoldInvalidEmail === true && pointer.endsWith('/contact/email');

/** True if the requirement is about the status of the fault's refusal. */
export const isFlag = ({ kind, isStatusFree }: BodyFault): boolean =>
  kind === 'forbidden-flag' && !isStatusFree;

/** Describes a fault that is tried on an operation. */
export const triedFaultOf = (fault: BodyFault, on: OperationId): TriedFault => {
  const { requirement, pointer, what, isStatusFree } = fault;
  const hasNamedStatus = isFlag(fault) || undefined;
  return { requirement, operation: on, pointer, what, isStatusFree, hasNamedStatus };
};

/**
 * True if the fault is an absence. A service that merges an update into the draft does not see it (D1), so it is tried on an
 * empty draft.
 */
export const isByAbsence = ({ faulty, valid }: FaultPair): boolean => lacksPartOf(faulty, valid);

/** True if an object or list lacks a member of the other one, at any depth; a value of another type lacks nothing. */
const lacksPartOf = (one: unknown, other: unknown): boolean =>
  typeof one === 'object' &&
  typeof other === 'object' &&
  one !== null &&
  other !== null &&
  Array.isArray(one) === Array.isArray(other) &&
  Object.entries(other).some(
    ([name, value]) =>
      !Object.hasOwn(one, name) || lacksPartOf((one as Record<string, unknown>)[name], value),
  );
