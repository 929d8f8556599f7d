import type { BodyFault, Checkpoint } from '../../generators/invalid/fault.ts';
import type { TriedFault } from '../../oracles/refusals/draft-fault.ts';
import { type RequirementId, requirementOf } from '../../spec/catalogue.ts';
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

/** True for a business rule, which no contract may break, whatever an earlier step has refused (E4). */
export const isBusinessRule = (requirement: RequirementId): boolean =>
  requirementOf(requirement).rules.includes('E4');

/** True if the requirement is about the status of the fault's refusal. */
export const isFlag = ({ kind, isStatusFree }: BodyFault): boolean =>
  kind === 'forbidden-flag' && !isStatusFree;

/** Describes a fault that is tried on an operation. */
export const triedFaultOf = (fault: BodyFault, on: OperationId): TriedFault => {
  const { requirement, pointer, what, isStatusFree } = fault;
  const hasNamedStatus = isFlag(fault) || undefined;
  return { requirement, operation: on, pointer, what, isStatusFree, hasNamedStatus };
};
