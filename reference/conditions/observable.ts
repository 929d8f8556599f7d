import type { FaultCall } from './condition.ts';

/** True if the path of the call names an existing draft, directly or by its contract. */
export const onDraft = ({ operation, hasDraft }: FaultCall): boolean =>
  hasDraft && /\{(draftId|contractId)\}/.test(operation.path);

/** True if the call's body is a draft; the specification does not show that of a motor gap creation (P4). */
export const onDraftBody = ({ operation: { step, line }, hasObject }: FaultCall): boolean =>
  hasObject && (step === 'draft-update' || (step === 'draft-create' && line !== 'gap'));

/** True if the call has a draft in its body or path. */
export const onContent = (met: FaultCall): boolean => onDraftBody(met) || onDraft(met);

/** True if the fault touches and depends on none of these fields, none of their parents and none of their children. */
export const isDistinctFrom = (
  { field, dependsOn }: FaultCall,
  ...pointers: readonly string[]
): boolean =>
  [...(field === undefined ? [] : [field]), ...dependsOn].every(
    (own) =>
      !pointers.some((each) => `${each}/`.startsWith(`${own}/`) || own.startsWith(`${each}/`)),
  );
