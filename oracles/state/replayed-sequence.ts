import { shownText } from '../judgement-texts.ts';
import type { RequirementId } from '../../spec/catalogue.ts';
import type { OperationId } from '../../spec/operations.ts';
import type { Exchange } from '../../spec/exchange.ts';
import type { Judgement } from '../finding.ts';

/** End of a replayed sequence. */
export interface PlayedSequence {
  readonly exchanges: readonly Exchange[];
  /** The requirement that it broke, if any. */
  readonly broken?: Judgement | undefined;
  /** The environment interfered (S8). */
  readonly isDisturbed: boolean;
  /** Every possible command was played. */
  readonly isWhole: boolean;
}

const settledBy = (
  { broken, isDisturbed, isWhole, exchanges }: PlayedSequence,
  on: OperationId,
): Pick<Judgement, 'verdict' | 'reason' | 'blockedBy' | 'got'> => {
  if (broken) {
    const got = `${shownText(broken)} on ${broken.operation}, which ended the sequence`;
    const blockedBy = broken.requirement;
    return { verdict: 'inconclusive', reason: 'blocked-by', blockedBy, got };
  }
  if (isDisturbed) {
    const got = 'the sequence ended early: no answer came, or it came from the environment';
    return { verdict: 'inconclusive', reason: 'disturbance', got };
  }
  // A command that the sequence skipped has no exchange.
  return isWhole && exchanges.some(({ operation }) => operation === on)
    ? { verdict: 'pass', got: 'every call of the sequence was answered as expected' }
    : {
        verdict: 'inconclusive',
        reason: 'not-executed',
        got: 'a part of the sequence could not be sent',
      };
};

/** Judgement of a cell that a replayed sequence did not show to be broken. */
export const judgeReplayedSequence = (
  requirement: RequirementId,
  operation: OperationId,
  played: PlayedSequence,
): Judgement => ({
  requirement,
  operation,
  wanted: 'a sequence in which this requirement holds',
  ...settledBy(played, operation),
  exchanges: played.exchanges.map(({ n }) => n),
});

/** Names of these judges in `evidence.jsonl`, which are permanent. */
export const judges = {
  'replayed-sequence': judgeReplayedSequence,
};
