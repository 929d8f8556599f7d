import type { Exchange } from '../../spec/exchange.ts';
import type { Step } from '../../spec/operation.ts';
import {
  type SequenceCommand,
  afterCommand,
  isApplicable,
  isBeyondStated,
  isLegal,
} from './model.ts';
import {
  initialSequenceState,
  identityOf,
  isCommandAccepted,
  journeyOf,
  storeItemId,
  type LineRun,
  visitOf,
  type SequenceState,
} from './sequence-state.ts';
import type { Sighting } from './sequence-check.ts';
import { collectSighting } from './sighting.ts';
import { pairOf } from './coverage-pairs.ts';
import { sendRefused } from './refused-command.ts';
import { isDisturbance } from '../../spec/transport-statuses.ts';
import { rowOf, makeVisit } from '../journey/make-call.ts';

/** Result of playing a sequence. */
export interface PlayedResult {
  /** Covered pairs of state and command (`pairOf`). */
  readonly pairs: readonly string[];
  readonly exchanges: readonly Exchange[];
  /** Index of the command that failed, and its evidence; absent if none did. */
  readonly failure?: Sighting & { readonly at: number };
  /** The environment interfered (S8): commands that did not fail are not judged. */
  readonly isDisturbed: boolean;
  /** No draft was given up, so that every possible command was played. */
  readonly isComplete: boolean;
}

/** Parameters for playing a sequence. */
interface Direction {
  readonly test: string;
  /** Seed of the data. */
  readonly seed: number;
  /** Signatures of failures reported before: their draft is given up, and the sequence continues. */
  readonly known?: ReadonlySet<string>;
}

/** True if the environment interfered, or a credential has expired (S8, S10). */
const isInTheWay = ({ response }: Exchange, { step }: SequenceCommand): boolean =>
  response?.status === 401 || isDisturbance(response?.status, step);

/** Steps that leave a draft unchanged, whatever their answer. */
const LEAVES_ALONE: ReadonlySet<Step> = new Set([
  'lead-create',
  'payment-status',
  'contract-get',
  'contract-download',
]);

type Outcome = Sighting | 'disturbed' | 'open' | 'left-out';

/** Plays a command that must be refused; not on a draft of another identity, to which some of the reasons do not apply. */
const playRefused = async (stage: SequenceState, command: SequenceCommand): Promise<Outcome> => {
  if (identityOf(stage.run, command) !== 'owner') return 'open';
  const { visit, journey } = visitOf(stage, command, true);
  const sent = await sendRefused(command, visit, journey);
  if (!sent) return 'open';
  const { exchange, effect } = sent;
  const { id: on } = rowOf(stage.line, command.step);
  const wasAccepted = isCommandAccepted(exchange);
  stage.played.push({ command, operation: on, exchange: exchange.n, isAccepted: wasAccepted });
  if (effect === 'disturbed') return 'disturbed';
  const { refusal: _refusal, ...update } = command;
  if (effect === 'rewritten') stage.model = afterCommand(stage.model, update);
  return effect === 'unknown' ? 'left-out' : 'open';
};

const play = async (stage: SequenceState, command: SequenceCommand): Promise<Outcome> => {
  if (command.refusal !== undefined) return playRefused(stage, command);
  const { run } = stage;
  const isStated = isLegal(stage.model, command);
  const { visit, journey } = visitOf(stage, command, isStated);
  const before = journey.judgements.length;
  const identity = identityOf(run, command);
  const exchange = await makeVisit(visit, journey, {
    intent: isStated ? 'legal' : 'open',
    ...(identity === 'owner' ? {} : { identity }),
  });
  if (!exchange) return 'left-out';
  const seen = journey.judgements.slice(before);
  if (isInTheWay(exchange, command)) return 'disturbed';
  const wasAccepted = isCommandAccepted(exchange);
  // An update that only may be accepted is made aside, and the draft has other content since.
  if (!isStated && wasAccepted && command.step === 'draft-update')
    delete journeyOf(stage, command).written;
  const hasSameId = wasAccepted && storeItemId(stage, command, journey, exchange);
  const on = rowOf(stage.line, command.step).id;
  const answer = { stage, command, isLegal: isStated, journey, on, exchange, seen, hasSameId };
  const sighting = await collectSighting(answer);
  stage.played.push({ command, operation: on, exchange: exchange.n, isAccepted: wasAccepted });
  // An id that was issued twice may belong to any draft, which UNIQUE-01 covers.
  if (sighting) return run.memory.ids.isShared(journey) ? 'left-out' : sighting;
  // Refused for a reason that the specification leaves open: the state of the draft is unknown.
  return isStated && !wasAccepted && !LEAVES_ALONE.has(command.step) ? 'left-out' : 'open';
};

/**
 * Plays a sequence on fresh drafts, up to the first command that contradicts the specification. No behaviour of the service
 * makes it throw; commands on a draft that was given up are skipped.
 */
export const playSequence = async (
  run: LineRun,
  commands: readonly SequenceCommand[],
  { test, seed, known = new Set() }: Direction,
): Promise<PlayedResult> => {
  const stage = initialSequenceState(run, test, seed);
  const pairs: string[] = [];
  const ended = (rest: Pick<PlayedResult, 'failure' | 'isDisturbed'>): PlayedResult => ({
    pairs,
    isComplete: stage.lost.size === 0,
    exchanges: [...stage.journeys.values()].flatMap(({ exchanges }) => exchanges),
    ...rest,
  });
  for (const [at, command] of commands.entries()) {
    if (stage.lost.has(command.draft) || !isApplicable(stage.model, command)) continue;
    const outcome = await play(stage, command);
    if (outcome === 'disturbed') return ended({ isDisturbed: true });
    if (typeof outcome === 'object' && !known.has(outcome.signature))
      return ended({ failure: { ...outcome, at }, isDisturbed: false });
    if (command.refusal === undefined) pairs.push(pairOf(stage.model, command));
    // Reported before, or unreliable: the sequence continues without this draft.
    if (outcome !== 'open') stage.lost.add(command.draft);
    const last = stage.played.at(-1);
    const isRefused = last?.command === command && !last.isAccepted;
    if (isRefused && isBeyondStated(stage.model, command)) continue;
    stage.model = afterCommand(stage.model, command);
  }
  return ended({ isDisturbed: false });
};
