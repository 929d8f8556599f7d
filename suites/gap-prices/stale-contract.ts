import { PRICE_INFLUENCES, type PriceInfluence } from '../../generators/gap/price-influences.ts';
import { isRefused, isTaken } from '../../oracles/answers/answer-form.ts';
import type { Judgement } from '../../oracles/finding.ts';
import {
  type InvalidationControls,
  judgeStaleContract,
} from '../../oracles/prices/price-invalidation.ts';
import { withoutAmount } from '../../oracles/prices/price-outcome.ts';
import type { Exchange } from '../../spec/exchange.ts';
import { isDisturbance } from '../../spec/transport-statuses.ts';
import { programFile } from '../../client/project.ts';
import type { Check, Checks, Try } from '../engine/checks.ts';
import type { JourneyState } from '../journey/state.ts';
import {
  askContract,
  askPrice,
  changeDraft,
  type Contents,
  drawnChange,
  isOfContract,
  obstructed,
  priceDraft,
  pricedOutcome,
  writeDraft,
} from './gap-steps.ts';

const REQUIREMENT = 'GAP-PRICE-02';
const CREATE = 'gap.contract-create';

/** Difference between the wrong amount and the right one, in hundredths of EUR. */
const OTHERWISE = 12_345;

/** S6: any 4xx refuses a contract, apart from an expired credential and statuses that invite a retry. */
const isRefusal = (answer: Exchange): boolean => {
  const status = answer.response?.status;
  return isRefused(answer) && status !== 401 && !isDisturbance(status, 'contract-create');
};

/** Requests a contract at an amount that replaces the one in the state; returns the exchange number if it is refused. */
const refusalAt = async (state: JourneyState, amount: number): Promise<number | undefined> => {
  state.known = { ...state.known, price: { ...state.known.price, amount } };
  const answer = await askContract(state, 'open');
  return isOfContract(answer) && isRefusal(answer) ? answer.n : undefined;
};

/** Tests if the service enforces prices at all: it refuses a contract without a price request, or for another amount (R3). */
const refusedWithoutPrice = async (
  one: Try,
  { body }: Contents,
  amount: number,
): Promise<number | undefined> => {
  const unpriced = await writeDraft(one, 'unpriced', { body }, 'open');
  const refused = isTaken(unpriced.answer) ? await refusalAt(unpriced.state, amount) : undefined;
  if (refused !== undefined) return refused;
  const priced = await priceDraft(one, 'other-amount', { body }, 'open');
  return isTaken(priced.answer) ? refusalAt(priced.state, amount + OTHERWISE) : undefined;
};

/** Evidence from fresh drafts beside a contract that was made for an old amount (R3); undefined if none could be written. */
const askControls = async (
  one: Try,
  contents: Required<Contents>,
  amount: number,
): Promise<InvalidationControls | undefined> => {
  const equal = await priceDraft(one, 'equal', { body: contents.body }, 'open');
  const changed = await priceDraft(one, 'changed', { body: contents.changed }, 'open');
  if (!equal.outcome || !changed.outcome) return undefined;
  const refused = await refusedWithoutPrice(one, contents, amount);
  return { equal: equal.outcome, changed: changed.outcome, refused };
};

const wordsOf = (field: PriceInfluence) => field.slice(1).replaceAll('/', '.');

/** The contract for the new price: of the same draft, or of another if that draft gives none. */
const renew = async (
  one: Try,
  state: JourneyState,
  { changed }: Required<Contents>,
): Promise<Exchange | undefined> => {
  const priced = await askPrice(state, 'open');
  if (isTaken(priced.answer)) {
    const contract = await askContract(state, 'open');
    if (isTaken(contract)) return contract;
  }
  const fresh = await priceDraft(one, 'renewed', { body: changed }, 'open');
  return pricedOutcome(fresh) ? askContract(fresh.state, 'open') : fresh.answer;
};

/**
 * GAP-PRICE-02 (R3): a contract is asked for at the amount of before a field was changed, without a new price request. `times`
 * is how often the draft is priced before that.
 */
const collect =
  (field: PriceInfluence, times: 1 | 2) =>
  async (one: Try): Promise<readonly Judgement[]> => {
    const { run } = one;
    const base = {
      requirement: REQUIREMENT,
      operation: CREATE,
      wanted: `no contract for the price of before ${wordsOf(field)} was changed`,
    } as const;
    const contents = drawnChange(one, field);
    const draft = await priceDraft(one, 'stale', contents, 'legal');
    const { state } = draft;
    const beside = (judgement: Judgement) => [judgement, ...state.judgements];
    const before = pricedOutcome(draft);
    if (!before) return beside(obstructed(base, draft));
    if (before.amount === undefined) return beside(run.judge(withoutAmount, base, before));
    if (times === 2) await askPrice(state, 'open');
    const update = await changeDraft(state);
    if (!isTaken(update))
      return beside(obstructed(base, { state, answer: update }, 'GAP-PRICE-04'));
    const probe = await askContract(state, 'faulty');
    if (!isOfContract(probe)) return beside(obstructed(base, { state, answer: probe }));
    const stale = { field: wordsOf(field), before, probe };
    if (isTaken(probe)) {
      const controls = await askControls(one, contents, before.amount);
      return beside(run.judge(judgeStaleContract, { ...stale, controls }));
    }
    const answer = await renew(one, state, contents);
    const renewed = isOfContract(answer) ? answer : undefined;
    return beside(run.judge(judgeStaleContract, { ...stale, renewed }));
  };

const check = (name: string, field: PriceInfluence, times: 1 | 2): Check => ({
  requirement: REQUIREMENT,
  line: 'gap',
  operations: [CREATE],
  name,
  collect: collect(field, times),
});

/** GAP-PRICE-02 (R3): each field that feeds the price is changed between the price request and the contract. */
export const staleContracts: Checks = {
  file: programFile(import.meta.url),
  judges: [judgeStaleContract, withoutAmount],
  checks: [
    ...PRICE_INFLUENCES.map((field) => check(`stale${field}`, field, 1)),
    // A draft can have several price requests, all of them made before the change (States, rules 1 and 2).
    check('stale-twice/terms/variant', '/terms/variant', 2),
  ],
};
