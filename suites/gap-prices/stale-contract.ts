import type { PriceInfluence } from '../../generators/gap/price-influences.ts';
import type { Judgement } from '../../oracles/finding.ts';
import {
  judgeStaleContract,
  type InvalidationControls,
} from '../../oracles/prices/price-invalidation.ts';
import { withoutAmount } from '../../oracles/prices/price-outcome.ts';
import type { Try } from '../engine/checks.ts';
import type { JourneyState } from '../journey/state.ts';
import { isObstacle } from '../journey/visit.ts';
import {
  drawnChange,
  type Answer,
  askContract,
  askPrice,
  type Contents,
  isTaken,
  obstructed,
  take,
  priceDraft,
  pricedOutcome,
  shownBy,
  writeDraft,
} from './gap-steps.ts';
import type { Run } from '../engine/run.ts';
import { isDisturbance } from '../../spec/transport-statuses.ts';

/** How far another amount is from the right one, in hundredths of EUR. */
const OTHERWISE = 12_345;

/** S6: any 4xx refuses a contract, apart from a stale credential and what another try could settle. */
const isRefusal = (status = 0): boolean =>
  status >= 400 && status < 500 && status !== 401 && !isDisturbance(status, 'contract-create');

/** Asks for a contract at an amount that the draft's state is made to hold; the number of its refusal, if it is one. */
const refusalAt = async (
  run: Run,
  state: JourneyState,
  amount: number,
): Promise<number | undefined> => {
  state.known = { ...state.known, price: { ...state.known.price, amount } };
  const answer = await askContract(run, state, 'open');
  if (isObstacle(answer) || answer.operation !== 'gap.contract-create') return undefined;
  return isRefusal(answer.response?.status) ? answer.n : undefined;
};

/** Whether the target looks at prices at all: it refuses a contract without a price request, or for another amount (R3). */
const refusedWithoutPrice = async (
  run: Run,
  one: Try,
  { body }: Contents,
  amount: number,
): Promise<number | undefined> => {
  const unpriced = await writeDraft(run, one, 'unpriced', { body }, 'open');
  const refused = isTaken(unpriced.answer)
    ? await refusalAt(run, unpriced.state, amount)
    : undefined;
  if (refused !== undefined) return refused;
  const priced = await priceDraft(run, one, 'other-amount', { body }, 'open');
  return isTaken(priced.answer) ? refusalAt(run, priced.state, amount + OTHERWISE) : undefined;
};

/** What fresh drafts show beside a contract that was made for an old amount (R3); undefined where none could be written. */
const askControls = async (
  run: Run,
  one: Try,
  contents: Required<Contents>,
  amount: number,
): Promise<InvalidationControls | undefined> => {
  const equal = await priceDraft(run, one, 'equal', { body: contents.body }, 'open');
  const changed = await priceDraft(run, one, 'changed', { body: contents.changed }, 'open');
  if (!equal.outcome || !changed.outcome) return undefined;
  const refused = await refusedWithoutPrice(run, one, contents, amount);
  return { equal: equal.outcome, changed: changed.outcome, refused };
};

const wordsOf = (field: PriceInfluence) => field.slice(1).replaceAll('/', '.');

/** The contract for the new price: of the same draft, or of another where that draft gives none. */
const renew = async (
  run: Run,
  one: Try,
  state: JourneyState,
  { changed }: Required<Contents>,
): Promise<Answer> => {
  const priced = await askPrice(run, state, 'open');
  if (!isObstacle(priced) && isTaken(priced.exchange)) {
    const contract = await askContract(run, state, 'open');
    if (isTaken(contract)) return contract;
  }
  const fresh = await priceDraft(run, one, 'renewed', { body: changed }, 'open');
  return pricedOutcome(fresh) ? askContract(run, fresh.state, 'open') : fresh.answer;
};

/**
 * GAP-PRICE-02 (R3): a contract is asked for at the amount of before a field was changed, without a new price request. `times`
 * is how often the draft is priced before that.
 */
export const collectInvalidation =
  (run: Run, field: PriceInfluence, times: 1 | 2) =>
  async (one: Try): Promise<readonly Judgement[]> => {
    const base = {
      requirement: 'GAP-PRICE-02',
      operation: 'gap.contract-create',
      wanted: `no contract for the price of before ${wordsOf(field)} was changed`,
    } as const;
    const contents = drawnChange(run, field, one.seed);
    const draft = await priceDraft(run, one, 'stale', contents, 'legal');
    const { state } = draft;
    const beside = (judgement: Judgement) => [judgement, ...shownBy([draft])];
    const before = pricedOutcome(draft);
    if (!before) return beside(obstructed(run, base, state, draft.answer));
    if (before.amount === undefined) return beside(run.judge(withoutAmount, base, before));
    if (times === 2) await askPrice(run, state, 'open');
    const update = await take(run, { step: 'draft-update', revised: true }, state, 'open');
    if (!isTaken(update)) {
      return beside(obstructed(run, base, state, update, 'GAP-PRICE-04'));
    }
    const probe = await askContract(run, state, 'faulty');
    if (isObstacle(probe) || probe.operation !== 'gap.contract-create') {
      return beside(obstructed(run, base, state, probe));
    }
    const stale = { field: wordsOf(field), before, probe };
    if (isTaken(probe)) {
      const controls = await askControls(run, one, contents, before.amount);
      return beside(run.judge(judgeStaleContract, { ...stale, ...(controls ? { controls } : {}) }));
    }
    const renewed = await renew(run, one, state, contents);
    const isContract = !isObstacle(renewed) && renewed.operation === 'gap.contract-create';
    return beside(run.judge(judgeStaleContract, { ...stale, ...(isContract ? { renewed } : {}) }));
  };
