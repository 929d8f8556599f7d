import { PRICE_INFLUENCES, type PriceInfluence } from '../../generators/gap/price-influences.ts';
import { withValue } from '../../generators/pointer.ts';
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
import { take } from '../journey/visit.ts';
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
 * Course of a draft before its contract is asked for at an old amount: how often it is priced, and whether the update
 * that changes the price is the only one, or one before or after another that changes something else.
 */
interface History {
  readonly prices: 1 | 2;
  readonly change: 'alone' | 'first' | 'second';
}

/** A change that feeds no price. */
const withReference = (draft: object): object =>
  withValue(draft, '/partnerReference', [{ key: 'order', value: 'changed on the way' }]);

/** The contents of the updates, the last one as it is in `contents`. */
const updatesOf = (
  { body, changed }: Required<Contents>,
  change: History['change'],
): { readonly contents: Required<Contents>; readonly before: readonly object[] } => {
  if (change === 'alone') return { contents: { body, changed }, before: [] };
  const contents = { body, changed: withReference(changed) };
  return { contents, before: [change === 'first' ? changed : withReference(body)] };
};

/** Makes the updates of a draft; returns the last one, or the first that is not accepted. */
const update = async (
  state: JourneyState,
  before: readonly object[],
): Promise<Exchange | undefined> => {
  for (const body of before) {
    const updated = await take({ step: 'draft-update' }, state, { intent: 'open', body });
    if (!isTaken(updated)) return updated;
  }
  return changeDraft(state);
};

/** GAP-PRICE-02 (R3): a contract is asked for at the amount of before a field was changed, without a new price request. */
const collect =
  (field: PriceInfluence, { prices, change }: History) =>
  async (one: Try): Promise<readonly Judgement[]> => {
    const { run } = one;
    const base = {
      requirement: REQUIREMENT,
      operation: CREATE,
      wanted: `no contract for the price of before ${wordsOf(field)} was changed`,
    } as const;
    const { contents, before: earlier } = updatesOf(drawnChange(one, field), change);
    const draft = await priceDraft(one, 'stale', contents, 'legal');
    const { state } = draft;
    const beside = (judgement: Judgement) => [judgement, ...state.judgements];
    const before = pricedOutcome(draft);
    if (!before) return beside(obstructed(base, draft));
    if (before.amount === undefined) return beside(run.judge(withoutAmount, base, before));
    if (prices === 2) await askPrice(state, 'open');
    const updated = await update(state, earlier);
    if (!isTaken(updated))
      return beside(obstructed(base, { state, answer: updated }, 'GAP-PRICE-04'));
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

const check = (name: string, field: PriceInfluence, history: Partial<History> = {}): Check => ({
  requirement: REQUIREMENT,
  line: 'gap',
  operations: [CREATE],
  name,
  collect: collect(field, { prices: 1, change: 'alone', ...history }),
});

/** GAP-PRICE-02 (R3): each field that feeds the price is changed between the price request and the contract. */
export const staleContracts: Checks = {
  suite: 'gap-prices',
  file: programFile(import.meta.url),
  judges: [judgeStaleContract, withoutAmount],
  checks: [
    ...PRICE_INFLUENCES.map((field) => check(`stale${field}`, field)),
    // A draft can have several price requests, all of them made before the change (States, rules 1 and 2).
    check('stale-twice/terms/variant', '/terms/variant', { prices: 2 }),
    // The update that matters need be neither the last nor the first one.
    check('stale-before-another/terms/variant', '/terms/variant', { change: 'first' }),
    check('stale-after-another/terms/claimLimit', '/terms/claimLimit/value', { change: 'second' }),
  ],
};
