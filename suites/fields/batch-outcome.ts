import { isAccepted } from '../../oracles/answers/answer-form.ts';
import type { TriedFault } from '../../oracles/refusals/draft-fault.ts';
import type { Judgement } from '../../oracles/finding.ts';
import type { Stage } from '../../spec/declared-checkpoint.ts';
import type { Exchange } from '../../spec/exchange.ts';
import type { DraftStart, FollowedDraft } from './follow-draft.ts';

/** A faulty draft as announced, and the legal body that carries its fault. */
export interface FaultyDraft {
  readonly start: DraftStart;
  readonly valid: object;
  readonly tried: TriedFault;
  /** Its fault and its draw, such as `JOBLOSS-FIELD-language-enum/de@1`. */
  readonly name: string;
  /** True for an update that is the first call on a draft of its own. */
  readonly isFirstCall?: boolean;
}

/** Outcome of a faulty draft that was sent with others. */
export interface BatchOutcome {
  /** Left out: no evidence about its fault, which is sent again alone. */
  readonly faulty?: FollowedDraft;
  /** Left out: not sent yet. */
  readonly control?: FollowedDraft;
  /** Updates that its draft refused before, oldest first; left out: it was the first. */
  readonly before?: readonly FaultyDraft[];
  /** Other findings on the way. */
  readonly met?: readonly Judgement[];
}

/** Outcomes by the test of their draft. */
export type Outcomes = Map<string, BatchOutcome>;

/** Key of the legal body of a faulty draft. */
export const bodyOf = ({ valid }: FaultyDraft): string => JSON.stringify(valid);

/** The answer to the write of a draft. */
export const writeIn = ({ legs: [first] }: FollowedDraft): Exchange | undefined => first?.exchange;

/** Refused faulty drafts: evidence if the body without the fault is accepted afterwards. */
export type Refused = readonly (readonly [draft: FaultyDraft, faulty: FollowedDraft])[];

/**
 * Assigns the control request to all refused drafts. If it is refused as well, each draft sends its own: a draft may accept
 * nothing more after a refusal.
 */
export const noteControl = (refused: Refused, control: FollowedDraft, outcomes: Outcomes): void => {
  // In another spelling than the faulty drafts it is no control request (W2).
  const isControlAccepted = isAccepted(writeIn(control)) && !control.isRespelled;
  for (const [at, [{ start }, faulty]] of refused.entries()) {
    // Findings in its answers are reported once.
    const judgements = at === 0 ? control.judgements : [];
    outcomes.set(
      start.test,
      isControlAccepted
        ? { faulty, control: { ...control, judgements } }
        : { met: [...faulty.judgements, ...judgements] },
    );
  }
};

/** The same draft without its fault, followed up to a stage. */
export const legalOf = ({ start, valid }: FaultyDraft, until: Stage): DraftStart => ({
  ...start,
  body: valid,
  until,
  intent: 'legal',
});
