import type { RequirementId } from '../../spec/catalogue.ts';
import { judgeObstacle, judgeObstruction } from '../../oracles/blame/obstruction.ts';
import { subSeed, sample } from '../../generators/sample.ts';
import { isSuccess } from '../../oracles/answers/answer-form.ts';
import type { Judgement } from '../../oracles/finding.ts';
import { type PriceOutcome, priceOutcome, isPriced } from '../../oracles/prices/price-outcome.ts';
import type { Exchange } from '../../spec/exchange.ts';
import type { Try } from '../engine/checks.ts';
import type { Visit, JourneyState, Obstacle } from '../journey/state.ts';
import { isObstacle, legalCall, makeCall } from '../journey/visit.ts';
import { initialState } from '../journey/walk.ts';
import type { Run } from '../engine/run.ts';
import { completeDraft } from '../../generators/draft.ts';
import { type PriceInfluence, withOtherInfluence } from '../../generators/gap/price-influences.ts';
import { withValue } from '../../generators/pointer.ts';
import type { GapDraft } from '../../spec/schemas/gap-draft.ts';

/** What an operation answered, or what kept it from being called. */
export type Answer = Exchange | Obstacle;

type Taken = Exchange & { readonly response: NonNullable<Exchange['response']> };

/** True for what was answered with a success or a redirection. */
export const isTaken = (answer: Answer): answer is Taken =>
  !isObstacle(answer) && (answer.response?.status ?? 599) < 400;

/** Calls the operation of a step, for which the draft's state provides what it needs. */
export const take = async (
  run: Run,
  visit: Visit,
  state: JourneyState,
  intent: Exchange['intent'],
): Promise<Answer> => {
  const call = legalCall(run, visit, state);
  return isObstacle(call) ? call : makeCall(run, { ...call, intent }, state);
};

/** A motor gap draft of its own: what it is to hold first, and what it is changed to. */
export interface Contents {
  readonly body: object;
  readonly changed?: object;
}

/** A motor gap draft that was created and updated with its content; `answer` is that of the update, or of what failed before. */
export interface WrittenDraft {
  readonly state: JourneyState;
  readonly answer: Answer;
}

/** Writes a fresh motor gap draft; its name makes its other data differ from those of the other drafts of this try. */
export const writeDraft = async (
  run: Run,
  one: Try,
  name: string,
  { body, changed = body }: Contents,
  intent: Exchange['intent'],
): Promise<WrittenDraft> => {
  const data = { draft: body, revised: changed };
  const state = initialState({ ...one, seed: subSeed(one.seed, name) }, 'gap', data);
  const created = await take(run, { step: 'draft-create' }, state, 'legal');
  if (!isTaken(created)) return { state, answer: created };
  return { state, answer: await take(run, { step: 'draft-update' }, state, intent) };
};

/** A price request that was sent, and what it shows. */
export interface Priced {
  readonly exchange: Exchange;
  readonly outcome: PriceOutcome;
}

/** Asks for the price of a draft as it stands; the amount is that of this very answer, not of an earlier one. */
export const askPrice = async (
  run: Run,
  state: JourneyState,
  intent: Exchange['intent'],
): Promise<Priced | Obstacle> => {
  state.known = { ...state.known, price: {} };
  const exchange = await take(run, { step: 'price-request' }, state, intent);
  if (isObstacle(exchange)) return exchange;
  const amount = 'amount' in run.target.gapPrice ? 'not-shown' : state.known.price.amount;
  return { exchange, outcome: priceOutcome('gap.price-request', exchange, amount) };
};

/** Fetches the terms token and asks for the contract at the amount that the draft's state holds. */
export const askContract = async (
  run: Run,
  state: JourneyState,
  intent: 'faulty' | 'open',
): Promise<Answer> => {
  const token = await take(run, { step: 'token-terms' }, state, 'legal');
  return isTaken(token) ? take(run, { step: 'contract-create' }, state, intent) : token;
};

/** What a judgement is about, before it is made. */
export type Base = Pick<Judgement, 'requirement' | 'operation' | 'wanted'>;

/** Why a cell could not be judged: the step before it that was not taken, and who is to blame for that. */
export const obstructed = (
  run: Run,
  base: Base,
  state: JourneyState,
  answer: Answer,
  blockedBy?: RequirementId,
): Judgement =>
  isObstacle(answer)
    ? run.judge(
        judgeObstacle,
        base,
        answer,
        state.exchanges.map(({ n }) => n),
      )
    : run.judge(
        judgeObstruction,
        base,
        answer,
        state.judgements.filter((each) => each.exchanges.includes(answer.n)),
        blockedBy,
      );

/** Whether Draft Get serves the draft (R6). */
export const isServed = async (run: Run, state: JourneyState): Promise<boolean> => {
  const answer = await take(run, { step: 'draft-get' }, state, 'legal');
  return !isObstacle(answer) && isSuccess(answer.response?.status ?? 0);
};

/** A fresh draft that was written and, where the write took it, priced once. */
export interface PricedDraft {
  readonly state: JourneyState;
  /** The last answer, or the obstacle before it. */
  readonly answer: Answer;
  /** Absent where there was an obstacle. */
  readonly outcome?: PriceOutcome;
}

/** Writes a fresh motor gap draft and prices it; the outcome is that of its write where that was refused. */
export const priceDraft = async (
  run: Run,
  one: Try,
  name: string,
  contents: Contents,
  intent: Exchange['intent'],
): Promise<PricedDraft> => {
  const { state, answer } = await writeDraft(run, one, name, contents, intent);
  if (isObstacle(answer)) return { state, answer };
  if (!isTaken(answer)) {
    const outcome = priceOutcome(answer.operation ?? 'gap.draft-update', answer);
    return { state, answer, outcome };
  }
  const priced = await askPrice(run, state, intent);
  if (isObstacle(priced)) return { state, answer: priced };
  return { state, answer: priced.exchange, outcome: priced.outcome };
};

/** The outcome of a draft that was priced; undefined where it was not. */
export const pricedOutcome = ({ outcome }: PricedDraft): PriceOutcome | undefined =>
  outcome && isPriced(outcome) ? outcome : undefined;

/** All that the exchanges of some drafts showed to the universal oracles. */
export const shownBy = (drafts: readonly { readonly state: JourneyState }[]): Judgement[] =>
  drafts.flatMap(({ state }) => state.judgements);

/** A complete motor gap draft drawn from a seed. */
export const drawnDraft = (run: Run, seed: number): GapDraft =>
  sample(completeDraft('gap', run.generators), subSeed(seed, 'draft'));

/** The same draft with so many claims of its first driver. */
export const withClaims = (draft: GapDraft, claims: '0' | '1'): GapDraft =>
  withValue(draft, '/risk/drivers/0/numberOfClaimsLast5Years', claims);

/** A complete draft, and the same with another value in one field that feeds its price. */
export const drawnChange = (run: Run, field: PriceInfluence, seed: number): Required<Contents> => {
  const body = drawnDraft(run, seed);
  const others = withOtherInfluence(body, field, run.generators);
  return { body, changed: sample(others, subSeed(seed, 'changed')) };
};
