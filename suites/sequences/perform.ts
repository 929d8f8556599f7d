import type { Call } from '../../client/client.ts';
import { isSuccess } from '../../oracles/answers/answer-form.ts';
import type { Exchange } from '../../spec/exchange.ts';
import type { Line } from '../../spec/line.ts';
import type { Step } from '../../spec/operation.ts';
import { isSharedDraft } from '../handed-out.ts';
import { isObstacle, legalCall, makeCall } from '../journey/visit.ts';
import type { SequenceEvent } from './event.ts';
import { collectSighting, type Sighting } from './sighting.ts';
import { afterEvent, isApplicable, isBeyondStated, isLegal } from './model.ts';
import { pairOf } from './pair.ts';
import { emptyStage, identityOf, keepItemId, sceneOf, type Stage } from './stage.ts';
import { isDisturbance } from '../../spec/transport-statuses.ts';
import type { Run } from '../run.ts';

/** How the playing of a sequence ended. */
export interface Performance {
  /** Pairs of state and event that were met (`pairOf`). */
  readonly pairs: readonly string[];
  readonly exchanges: readonly Exchange[];
  /** Position of the event that failed, and what it showed; absent where none did. */
  readonly failure?: Sighting & { readonly at: number };
  /** The environment got into the way (S8): nothing can be said of what did not fail. */
  readonly isDisturbed: boolean;
  /** No draft was given up, so that every event was played that could be. */
  readonly isWhole: boolean;
}

/** What one playing of a sequence is told. */
export interface Direction {
  readonly test: string;
  /** Of the data. */
  readonly seed: number;
  /** Signatures that were told before: the draft is given up, and the sequence goes on. */
  readonly known?: ReadonlySet<string>;
}

/** The environment, or a credential that has become stale (S8, S10). */
const isInTheWay = ({ response }: Exchange, { step }: SequenceEvent): boolean =>
  response?.status === 401 || isDisturbance(response?.status, step);

const isAccepted = ({ response }: Exchange): boolean => {
  const status = response?.status ?? 0;
  return isSuccess(status) || status === 303;
};

const callOf = (run: Run, call: Call, event: SequenceEvent, legal: boolean): Call => {
  const identity = identityOf(run, event);
  return {
    ...call,
    intent: legal ? 'legal' : 'open',
    ...(identity === 'owner' ? {} : { identity }),
  };
};

/** Steps after which a draft is as it was, whatever they are answered. */
const LEAVES_ALONE: ReadonlySet<Step> = new Set([
  'lead-create',
  'payment-status',
  'contract-get',
  'contract-download',
]);

type Outcome = Sighting | 'disturbed' | 'open' | 'left-out';

const play = async (run: Run, stage: Stage, event: SequenceEvent): Promise<Outcome> => {
  const legal = isLegal(stage.model, event);
  const { visit, journey } = sceneOf(stage, event, legal);
  const call = legalCall(run, visit, journey);
  if (isObstacle(call)) return 'left-out';
  const before = journey.judgements.length;
  const exchange = await makeCall(run, callOf(run, call, event, legal), journey);
  const seen = journey.judgements.slice(before);
  if (isInTheWay(exchange, event)) return 'disturbed';
  const twin = isAccepted(exchange) ? keepItemId(stage, event, journey) : undefined;
  const sighting = await collectSighting(run, {
    stage,
    event,
    legal,
    journey,
    exchange,
    seen,
    twin,
  });
  stage.played.push({
    event,
    operation: call.operation,
    exchange: exchange.n,
    isAccepted: isAccepted(exchange),
  });
  // Under an id that was handed out twice stands anybody's draft, which UNIQUE-01 tells.
  if (sighting) return isSharedDraft(run, journey) ? 'left-out' : sighting;
  // Refused for a reason that the text leaves open: what the draft is now, nobody knows.
  return legal && !isAccepted(exchange) && !LEAVES_ALONE.has(event.step) ? 'left-out' : 'open';
};

/**
 * Plays a sequence on fresh drafts, up to the first event that shows what the specification excludes. Nothing is thrown for
 * what the service does; events whose draft was given up are left out.
 */
export const perform = async (
  run: Run,
  line: Line,
  events: readonly SequenceEvent[],
  { test, seed, known = new Set() }: Direction,
): Promise<Performance> => {
  const stage = emptyStage(run, line, test, seed);
  const pairs: string[] = [];
  const ended = (rest: Pick<Performance, 'failure' | 'isDisturbed'>): Performance => ({
    pairs,
    isWhole: stage.lost.size === 0,
    exchanges: [...stage.journeys.values()].flatMap(({ exchanges }) => exchanges),
    ...rest,
  });
  for (const [at, event] of events.entries()) {
    if (stage.lost.has(event.draft) || !isApplicable(stage.model, event)) continue;
    const outcome = await play(run, stage, event);
    if (outcome === 'disturbed') return ended({ isDisturbed: true });
    if (typeof outcome === 'object' && !known.has(outcome.signature))
      return ended({ failure: { ...outcome, at }, isDisturbed: false });
    pairs.push(pairOf(stage.model, event));
    // Seen before, or not to be relied on: the others go on without this draft.
    if (outcome !== 'open') stage.lost.add(event.draft);
    const isRefused = stage.played.at(-1)?.event === event && !stage.played.at(-1)?.isAccepted;
    if (isRefused && isBeyondStated(stage.model, event)) continue;
    stage.model = afterEvent(stage.model, event);
  }
  return ended({ isDisturbed: false });
};
