import { type PriceInfluence, withOtherInfluence } from '../../generators/gap/price-influences.ts';
import { gapPriceRequestBody } from '../../generators/request-bodies.ts';
import { withValue } from '../../generators/pointer.ts';
import { sample, subSeed } from '../../generators/sample.ts';
import { draftWith } from '../../generators/surroundings.ts';
import { isAccepted, isServed } from '../../oracles/answers/answer-form.ts';
import { judgeObstacle, judgeObstruction } from '../../oracles/blame/obstruction.ts';
import type { Judgement } from '../../oracles/finding.ts';
import { isPriced, type PriceOutcome, priceOutcome } from '../../oracles/prices/price-outcome.ts';
import { judgeLaterCall } from '../../oracles/prices/price-acceptance.ts';
import type { RequirementId } from '../../spec/catalogue.ts';
import { operation } from '../../spec/operations.ts';
import type { Exchange } from '../../spec/exchange.ts';
import type { GapDraft } from '../../spec/schemas/gap-draft.ts';
import type { Try } from '../engine/checks.ts';
import { PLAIN, type ProbeContext, withPlain } from '../contexts/context.ts';
import { useDraft } from '../contexts/use-draft.ts';
import { withOwnData, type JourneyState, type Obstacle, type Start } from '../journey/state.ts';
import { outcomeOfPrice } from '../journey/extract-price.ts';
import { MAY_REFUSE, makeVisit } from '../journey/make-call.ts';
import { initialState } from '../journey/walk.ts';

type Intent = Exchange['intent'];

/** Part shared by all judgements of a check. */
export type Base = Pick<Judgement, 'requirement' | 'operation' | 'wanted' | 'body'>;

/** An update of a priced draft. */
export const UPDATE = {
  requirement: 'GAP-PRICE-04',
  operation: 'gap.draft-update',
  wanted: 'a draft that was priced to be updated',
} as const;

/** First and changed content of one motor gap draft. */
export interface Contents {
  readonly body: object;
  readonly changed?: object;
}

/** A motor gap draft and the answer to its last step; undefined if an input of that step was missing. */
export interface SteppedDraft {
  readonly state: JourneyState;
  readonly answer: Exchange | undefined;
  /** Price in that answer; left out if it was not requested. */
  readonly outcome?: PriceOutcome;
}

/**
 * Writes a fresh motor gap draft. Its name seeds the remaining data, except the price request, which all drafts of a try share:
 * they are compared by price.
 */
export const writeDraft = async (
  one: Try,
  name: string,
  { body, changed = body }: Contents,
  intent: Intent,
): Promise<SteppedDraft> => {
  const priceRequest = sample(
    gapPriceRequestBody(one.run.generators),
    subSeed(one.seed, 'price-request'),
  );
  const data = { draft: body, revised: changed, priceRequest };
  const state = initialState(withOwnData(one, name), 'gap', data);
  const created = await makeVisit({ step: 'draft-create' }, state);
  if (!isAccepted(created)) return { state, answer: created };
  return { state, answer: await makeVisit({ step: 'draft-update' }, state, { intent }) };
};

/** Updates a draft with its changed content. */
export const changeDraft = (state: JourneyState): Promise<Exchange | undefined> =>
  makeVisit({ step: 'draft-update', revised: true }, state, MAY_REFUSE);

/** Requests the price of a draft in its present state; the amount comes from this answer, not from an earlier one. */
export const requestPrice = async (state: JourneyState, intent: Intent): Promise<SteppedDraft> => {
  state.known = { ...state.known, price: {} };
  const answer = await makeVisit({ step: 'price-request' }, state, { intent });
  return answer ? { state, answer, outcome: outcomeOfPrice(state, answer) } : { state, answer };
};

/** Fetches the terms token, and requests the contract at the amount in the draft's state. */
export const requestContract = async (
  state: JourneyState,
  intent: 'faulty' | 'open',
): Promise<Exchange | undefined> => {
  const token = await makeVisit({ step: 'token-terms' }, state);
  return isAccepted(token) ? makeVisit({ step: 'contract-create' }, state, { intent }) : token;
};

/**
 * GAP-PRICE-01 and -04 (R6): judges a later call on a priced draft; if it was refused, with a read of the draft and a control
 * request.
 */
export const collectLater = async (
  { operation: on, ...base }: Base,
  state: JourneyState,
  exchange: Exchange,
  controlOf: () => Promise<number | undefined>,
): Promise<readonly Judgement[]> => {
  const explore = async () => {
    const read = await makeVisit({ step: 'draft-get' }, state);
    return { isServed: isServed(read), twin: await controlOf() };
  };
  const draft = isAccepted(exchange) ? undefined : await explore();
  const call = { ...base, operation: operation(on), exchange, draft };
  return state.run.judge(judgeLaterCall, call);
};

/** The context of a draft that was not priced, and so has neither a lead nor a contract. */
const withoutPrice = (context: ProbeContext): ProbeContext =>
  (['priceRequests', 'terms', 'lead', 'contract'] as const).reduce(withPlain, context);

/**
 * GAP-PRICE-04 (R6), or the requirement in `base`: judges an update of a priced draft. It must be legal by itself: a draft that was
 * used alike and never priced takes its content.
 */
export const collectUpdate = (
  one: Try,
  state: JourneyState,
  { answer, body }: { readonly answer: Exchange; readonly body: object },
  base: Base = UPDATE,
): Promise<readonly Judgement[]> =>
  collectLater(base, state, answer, async () => {
    const { state: other, answer: written } = await writeDraft(one, 'twin', { body }, 'open');
    if (!isAccepted(written)) return undefined;
    other.context = withoutPrice(other.context);
    await useDraft(other);
    if (other.isUsed !== true) return written.n;
    const again = await makeVisit({ step: 'draft-update' }, other, { intent: 'open' });
    return isAccepted(again) ? again.n : undefined;
  });

/** True for the answer to a contract creation, not to a preceding step. */
export const isOfContract = (answer: Exchange | undefined): answer is Exchange =>
  answer?.operation === 'gap.contract-create';

/** The judgement of a cell that was not reached: names the preceding step that failed, and the requirement to blame. */
export const obstructed = (
  base: Base,
  { state, answer }: SteppedDraft,
  blockedBy?: RequirementId,
): Judgement => {
  const { run, exchanges, judgements, blocked } = state;
  if (answer) {
    const about = judgements.filter((each) => each.exchanges.includes(answer.n));
    return run.judge(judgeObstruction, base, answer, about, blockedBy);
  }
  // An operation that could not be called was recorded.
  const obstacle = [...blocked.values()].at(-1) as Obstacle;
  const sent = exchanges.map(({ n }) => n);
  return run.judge(judgeObstacle, base, obstacle, sent);
};

/**
 * Writes a fresh motor gap draft and prices it, a legal one in the context of its try; if the write was refused, the outcome is that
 * of the write.
 */
export const priceDraft = async (
  one: Try,
  name: string,
  contents: Contents,
  intent: Intent,
): Promise<SteppedDraft> => {
  const written = await writeDraft(one, name, contents, intent);
  const { state, answer } = written;
  if (isAccepted(answer)) {
    if (intent === 'legal') await useDraft(state);
    return requestPrice(state, intent);
  }
  if (!answer) return written;
  return { ...written, outcome: priceOutcome(answer.operation ?? 'gap.draft-update', answer) };
};

/** The outcome of a priced draft; undefined if it was not priced. */
export const pricedOutcome = ({ outcome }: SteppedDraft): PriceOutcome | undefined =>
  outcome && isPriced(outcome) ? outcome : undefined;

/** A motor gap draft drawn from a seed, with the optional fields and the language of its context. */
export const drawnDraft = ({
  run,
  seed,
  context = PLAIN,
}: Pick<Start, 'run' | 'seed' | 'context'>): GapDraft =>
  draftWith(context, 'gap', run.generators, subSeed(seed, 'draft'));

/** The same draft with this number of claims of its first driver. */
export const withClaims = (draft: GapDraft, claims: '0' | '1'): GapDraft =>
  withValue(draft, '/risk/drivers/0/numberOfClaimsLast5Years', claims);

/** A complete draft, and the same with another value in one field that affects its price. */
export const drawnChange = (one: Try, field: PriceInfluence): Required<Contents> => {
  const body = drawnDraft(one);
  const others = withOtherInfluence(body, field, one.run.generators);
  return { body, changed: sample(others, subSeed(one.seed, 'changed')) };
};
