import type { Redactor } from '../client/secrets/redactor.ts';
import type { ResolvedTarget } from '../client/target.ts';
import type { DecisionNote, FirstCause } from '../oracles/causes/first-cause.ts';
import { decisionNotes } from '../oracles/causes/decisions.ts';
import { firstCauses } from '../oracles/causes/first-causes.ts';
import type { Outcome } from '../store/outcome.ts';

/** Findings of a run about its target. */
export interface TargetReview {
  /** Causes of cells that were not judged. */
  readonly causes: readonly FirstCause[];
  /** Decisions that the run contradicts. */
  readonly notes: readonly DecisionNote[];
}

/** Reviews the target of a run, without the secrets that its templates may hold. */
export const reviewTarget = (
  { verdicts, findings, exchanges }: Outcome,
  target: ResolvedTarget,
  redactor: Pick<Redactor, 'text'>,
): TargetReview => {
  const judged = { verdicts, findings, exchanges, target };
  const causes = firstCauses(judged).map((cause) => ({
    ...cause,
    sentence: redactor.text(cause.sentence),
    ...(cause.target === undefined ? {} : { target: redactor.text(cause.target) }),
    ...(cause.answer === undefined ? {} : { answer: redactor.text(cause.answer) }),
  }));
  return { causes, notes: decisionNotes(judged) };
};
