import type { FaultCall } from './condition.ts';

/** True if the path of such a call names a draft that exists, itself or by a contract of it. */
export const onDraft = ({ operation, hasDraft }: FaultCall): boolean =>
  hasDraft && /\{(draftId|contractId)\}/.test(operation.path);

/** True if the call's body is a draft: of a motor gap creation it is not shown (P4). */
export const onDraftBody = ({ operation: { step, line }, hasObject }: FaultCall): boolean =>
  hasObject && (step === 'draft-update' || (step === 'draft-create' && line !== 'gap'));

/** True if the call has a draft, in its body or by its path. */
export const onContent = (met: FaultCall): boolean => onDraftBody(met) || onDraft(met);

/** True if the fault touches none of these fields, nothing around them and nothing in them. */
export const isDistinctFrom = ({ field }: FaultCall, ...pointers: readonly string[]): boolean =>
  field === undefined ||
  !pointers.some((each) => `${each}/`.startsWith(`${field}/`) || field.startsWith(`${each}/`));
