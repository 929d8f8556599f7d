import { judgeBlocked } from '../../oracles/blame/blocked.ts';
import type { Judgement } from '../../oracles/finding.ts';
import { judgeStillReadable } from '../../oracles/state/other-draft.ts';
import type { Exchange } from '../../spec/exchange.ts';
import type { JourneyState } from './state.ts';
import type { RequirementId } from '../../spec/catalogue.ts';
import type { Step } from '../../spec/operation.ts';
import { operation, operationOf } from '../../spec/operations.ts';
import { isRefused, isServed } from '../../oracles/answers/answer-form.ts';

/** The same judgements; those that match are blocked by another requirement. */
export const blamedOn = (
  { run }: JourneyState,
  blockedBy: RequirementId,
  judgements: readonly Judgement[],
  isMeant: (judgement: Judgement) => boolean,
): readonly Judgement[] =>
  judgements.map((each) => (isMeant(each) ? run.judge(judgeBlocked, each, blockedBy) : each));

const noteReading = (read: Exchange, state: JourneyState): void => {
  if (isServed(read)) state.draft = 'served';
  else if (state.draft === 'served' && isRefused(read)) state.draft = 'lost';
};

/** The requirement to blame for a refused draft, rather than reads of drafts in general or the path. */
const causeOf = (state: JourneyState): RequirementId | undefined => {
  if (state.run.memory.ids.isShared(state)) return 'UNIQUE-01';
  return state.draft === 'lost' ? 'DRAFT-03' : undefined;
};

/** Accepted steps of a journey since its draft was last served, other than reads; undefined if it was never served. */
const stepsSinceServed = ({ exchanges, line }: JourneyState): readonly Step[] | undefined => {
  const get = operationOf(line, 'draft-get')?.id;
  const served = exchanges.findLastIndex((each) => each.operation === get && isServed(each));
  if (served < 0) return undefined;
  return exchanges.slice(served + 1).flatMap((each) => {
    const isDone = each.operation !== undefined && each.operation !== get && !isRefused(each);
    return isDone ? operation(each.operation).step : [];
  });
};

/** Steps after which nothing says that a draft is served (R5). */
export const ENDING: readonly Step[] = ['lead-create', 'token-terms', 'contract-create'];

/** The same, and an update, which has a check of what it does to its draft. */
const MAY_END_DRAFT: readonly Step[] = ['draft-update', ...ENDING];

const isOfDraft = ({ requirement, verdict }: Judgement): boolean =>
  verdict === 'fail' && (requirement === 'PATH-01' || requirement === 'DRAFT-01');

/**
 * A draft that was served and is refused later was lost in between (DRAFT-03, D13); a draft whose id was issued twice may be
 * another one (UNIQUE-01). Neither is evidence against reads of drafts or the paths of later calls. A read after nothing but prices
 * and items is a fail of its own, and so is one after nothing but reads and refused calls.
 */
export const blameLostDraft = (
  judgements: readonly Judgement[],
  exchange: Exchange,
  state: JourneyState,
): readonly Judgement[] => {
  const row = exchange.operation && operation(exchange.operation);
  // A read with a fault says nothing about the draft.
  const isRead = row?.step === 'draft-get' && exchange.intent !== 'faulty';
  if (isRead) noteReading(exchange, state);
  const isAboutDraft = row?.path.includes('{draftId}') && isRefused(exchange);
  const blockedBy = isAboutDraft ? causeOf(state) : undefined;
  if (!blockedBy) return judgements;
  const blamed = blamedOn(state, blockedBy, judgements, isOfDraft);
  const since = stepsSinceServed(state);
  if (blockedBy !== 'DRAFT-03' || !isRead || since === undefined) return blamed;
  if (since.some((step) => MAY_END_DRAFT.includes(step))) return blamed;
  if (since.length > 0) return judgements;
  const served = state.exchanges.findLast((each) => each.operation === row.id && isServed(each));
  const lost = served && state.run.judge(judgeStillReadable, row.id, served, exchange);
  // A spelling of a header's name has a requirement of its own (W1).
  const isPlain = exchange.request.headerNames === undefined;
  return isPlain && lost?.verdict === 'fail' ? [...blamed, lost] : blamed;
};
