import type { InvalidationControls } from '../../oracles/prices/price-invalidation.ts';
import type { Try } from '../checks.ts';
import type { JourneyState } from '../journey/state.ts';
import { isObstacle } from '../journey/visit.ts';
import { askContract, type Contents, isTaken, writeDraft } from './gap-steps.ts';
import { priceDraft } from './price-draft.ts';
import { isDisturbance } from '../../spec/transport-statuses.ts';
import type { Run } from '../run.ts';

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
export const askControls = async (
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
