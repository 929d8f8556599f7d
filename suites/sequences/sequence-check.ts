import type { Judgement } from '../../oracles/finding.ts';
import type { CallBefore } from '../../oracles/state/side-effect.ts';
import type { Exchange } from '../../spec/exchange.ts';
import type { OperationId } from '../../spec/operations.ts';
import type { Subject } from '../engine/suite.ts';
import type { JourneyState } from '../journey/state.ts';
import { itemKindOf, type SequenceCommand } from './model.ts';
import type { SequenceState } from './sequence-state.ts';

/** Evidence from a command that contradicts the specification. */
export interface Sighting {
  /** Groups failures that may be the same fault: sequences that fail in the same way share a signature. */
  readonly signature: string;
  readonly judgements: readonly Judgement[];
}

/** A command that was answered, and its circumstances. */
export interface Answer {
  readonly stage: SequenceState;
  readonly command: SequenceCommand;
  readonly isLegal: boolean;
  /** State of the journey at the command. */
  readonly journey: JourneyState;
  readonly on: OperationId;
  readonly exchange: Exchange;
  /** Judgements of the universal oracles on the exchange. */
  readonly seen: readonly Judgement[];
  /** True if another item of the draft has the same id. */
  readonly hasSameId: boolean;
}

/** A check of the answer to each command of a sequence. */
export interface SequenceCheck extends Subject {
  /** Evidence that contradicts the specification; undefined if there is none. */
  readonly collect: (answer: Answer) => Promise<Sighting | undefined>;
}

/** The call that was played before a command, in relation to it. */
export const beforeOf = ({ stage, command }: Answer): CallBefore | undefined => {
  const last = stage.played.at(-1);
  if (!last) return undefined;
  const { command: other, operation: on, exchange } = last;
  const sameDraft = other.draft === command.draft;
  const isAlike =
    itemKindOf(other.step) === itemKindOf(command.step) && other.item === command.item;
  const isRefused = other.refusal !== undefined && !last.isAccepted;
  return { operation: on, exchange, sameDraft, sameItem: sameDraft && isAlike, isRefused };
};
