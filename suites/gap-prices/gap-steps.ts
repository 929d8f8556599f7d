import type { RequirementId } from '../../spec/catalogue.ts';
import { judgeObstacle, judgeObstruction } from '../../oracles/blame/obstruction.ts';
import { subSeed } from '../../generators/sample.ts';
import { isSuccess } from '../../oracles/answers/answer-form.ts';
import type { Judgement } from '../../oracles/finding.ts';
import { type PriceOutcome, priceOutcome } from '../../oracles/prices/price-outcome.ts';
import type { Exchange } from '../../spec/exchange.ts';
import type { Try } from '../checks.ts';
import type { Visit } from '../journey/route.ts';
import type { JourneyState, Obstacle } from '../journey/state.ts';
import { isObstacle, legalCall, makeCall } from '../journey/visit.ts';
import { initialState } from '../journey/walk.ts';
import type { Run } from '../run.ts';

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
  const state = initialState(run, 'gap', one.test, subSeed(one.seed, name), data);
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
