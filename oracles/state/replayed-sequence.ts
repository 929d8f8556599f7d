import type { RequirementId } from '../../spec/catalogue.ts';
import type { Exchange } from '../../spec/exchange.ts';
import type { OperationId } from '../../spec/operations.ts';
import type { Judgement } from '../finding.ts';

/** How a sequence that was played again ended. */
export interface PlayedSequence {
  readonly exchanges: readonly Exchange[];
  /** What it broke, where it broke something. */
  readonly broken?: Judgement | undefined;
  /** The environment got into the way (S8). */
  readonly isDisturbed: boolean;
  /** Every command was played that could be. */
  readonly isWhole: boolean;
}

const settledBy = (
  { broken, isDisturbed, isWhole, exchanges }: PlayedSequence,
  on: OperationId,
): Pick<Judgement, 'verdict' | 'reason' | 'blockedBy' | 'got'> => {
  if (broken) {
    const got = `${broken.got} on ${broken.operation}, where the sequence ended`;
    const blockedBy = broken.requirement;
    return { verdict: 'inconclusive', reason: 'blocked-by', blockedBy, got };
  }
  if (isDisturbed) {
    const got = 'no answer, or one of the environment, which ended the sequence';
    return { verdict: 'inconclusive', reason: 'disturbance', got };
  }
  // A call that the sequence left out was not answered.
  return isWhole && exchanges.some(({ operation }) => operation === on)
    ? { verdict: 'pass', got: 'every call of the sequence was answered so' }
    : { verdict: 'inconclusive', reason: 'not-executed', got: 'a part of it could not be played' };
};

/** What a sequence that was played again says of a cell that it did not show to be broken. */
export const judgeReplayedSequence = (
  requirement: RequirementId,
  operation: OperationId,
  played: PlayedSequence,
): Judgement => ({
  requirement,
  operation,
  wanted: 'a sequence in which this requirement is kept',
  ...settledBy(played, operation),
  exchanges: played.exchanges.map(({ n }) => n),
});
