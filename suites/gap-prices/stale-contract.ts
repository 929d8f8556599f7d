import type { PriceInfluence } from '../../generators/gap/price-influences.ts';
import type { Judgement } from '../../oracles/finding.ts';
import { judgeStaleContract } from '../../oracles/prices/price-invalidation.ts';
import { withoutAmount } from '../../oracles/prices/price-outcome.ts';
import type { Try } from '../checks.ts';
import type { JourneyState } from '../journey/state.ts';
import { isObstacle } from '../journey/visit.ts';
import { askControls } from './contract-controls.ts';
import { drawnChange } from './draft-contents.ts';
import {
  type Answer,
  askContract,
  askPrice,
  type Contents,
  isTaken,
  obstructed,
  take,
} from './gap-steps.ts';
import { priceDraft, pricedOutcome, shownBy } from './price-draft.ts';
import type { Run } from '../run.ts';

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
