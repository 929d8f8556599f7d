import { PRICE_INFLUENCES, type PriceInfluence } from '../../generators/gap/price-influences.ts';
import { withValue } from '../../generators/pointer.ts';
import { isRefused, isAccepted } from '../../oracles/answers/answer-form.ts';
import type { Judgement } from '../../oracles/finding.ts';
import {
  type InvalidationControls,
  judgeStaleContract,
} from '../../oracles/prices/price-invalidation.ts';
import { judgeLaterCall } from '../../oracles/prices/price-acceptance.ts';
import { withoutAmount } from '../../oracles/prices/price-outcome.ts';
import type { RequirementId } from '../../spec/catalogue.ts';
import type { Exchange } from '../../spec/exchange.ts';
import { isDisturbance } from '../../spec/transport-statuses.ts';
import { programFile } from '../../client/project.ts';
import type { Check, Checks, Try } from '../engine/checks.ts';
import type { JourneyState } from '../journey/state.ts';
import { MAY_REFUSE, makeVisit } from '../journey/make-call.ts';
import {
  requestContract,
  requestPrice,
  changeDraft,
  collectUpdate,
  type Contents,
  drawnChange,
  isOfContract,
  obstructed,
  priceDraft,
  pricedOutcome,
  UPDATE,
  writeDraft,
} from './gap-steps.ts';

const REQUIREMENT = 'GAP-PRICE-02';
const CREATE = 'gap.contract-create';

/** Difference between the wrong amount and the right one, in hundredths of EUR. */
const AMOUNT_DIFFERENCE = 12_345;

/** S6: any 4xx refuses a contract, except for an expired credential and statuses that invite a retry. */
const isRefusal = (answer: Exchange): boolean => {
  const status = answer.response?.status;
  return isRefused(answer) && status !== 401 && !isDisturbance(status, 'contract-create');
};

/** Requests a contract at an amount that replaces the one in the state; returns the exchange number of a refusal. */
const refusalAt = async (state: JourneyState, amount: number): Promise<number | undefined> => {
  state.known = { ...state.known, price: { ...state.known.price, amount } };
  const answer = await requestContract(state, 'open');
  return isOfContract(answer) && isRefusal(answer) ? answer.n : undefined;
};

/** Tests if the service enforces prices at all: it refuses a contract without a price request, or at another amount (R3). */
const refusedWithoutPrice = async (
  one: Try,
  { body }: Contents,
  amount: number,
): Promise<number | undefined> => {
  const unpriced = await writeDraft(one, 'unpriced', { body }, 'open');
  const refused = isAccepted(unpriced.answer) ? await refusalAt(unpriced.state, amount) : undefined;
  if (refused !== undefined) return refused;
  const priced = await priceDraft(one, 'other-amount', { body }, 'open');
  return isAccepted(priced.answer)
    ? refusalAt(priced.state, amount + AMOUNT_DIFFERENCE)
    : undefined;
};

/** Evidence from fresh drafts for a contract that was made at an old amount (R3); undefined if none could be written. */
const requestControls = async (
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

/** The contract at the new price: of the same draft, or of another one if that draft was refused. */
const renew = async (
  one: Try,
  state: JourneyState,
  { changed }: Required<Contents>,
): Promise<Exchange | undefined> => {
  const priced = await requestPrice(state, 'open');
  if (isAccepted(priced.answer)) {
    const contract = await requestContract(state, 'open');
    if (isAccepted(contract)) return contract;
  }
  const fresh = await priceDraft(one, 'renewed', { body: changed }, 'open');
  return pricedOutcome(fresh) ? requestContract(fresh.state, 'open') : fresh.answer;
};

/**
 * History of a draft before its contract is requested at an old amount: the number of price requests, and whether the update
 * that changes the price is the only one, or precedes or follows an update of another field.
 */
interface History {
  readonly prices: 1 | 2;
  readonly change: 'alone' | 'first' | 'second';
}

/** A change that does not affect the price. */
const withReference = (draft: object): object =>
  withValue(draft, '/partnerReference', [{ key: 'order', value: 'changed on the way' }]);

/** Contents of the updates; `contents` holds the last one. */
const updatesOf = (
  { body, changed }: Required<Contents>,
  change: History['change'],
): { readonly contents: Required<Contents>; readonly before: readonly object[] } => {
  if (change === 'alone') return { contents: { body, changed }, before: [] };
  const contents = { body, changed: withReference(changed) };
  return { contents, before: [change === 'first' ? changed : withReference(body)] };
};

/** The requirement that a legal value of the field is accepted. */
const VALUES: Readonly<Record<PriceInfluence, RequirementId>> = {
  '/terms/variant': 'GAP-LEGAL-terms.variant',
  '/terms/claimLimit/value': 'GAP-LEGAL-terms.claimLimit.value',
  '/risk/vehicle/invoice/purchasedPriceIncludingVat/value':
    'GAP-LEGAL-risk.vehicle.invoice.purchasedPriceIncludingVat.value',
  '/risk/cascoFactors/deductible/value': 'GAP-LEGAL-risk.cascoFactors.deductible.value',
  '/risk/cascoFactors/fullProtectionDuration': 'GAP-LEGAL-risk.cascoFactors.fullProtectionDuration',
  '/risk/drivers/0/numberOfClaimsLast5Years': 'GAP-LEGAL-risk.drivers[].numberOfClaimsLast5Years',
};

/** A field whose change also affects the price. */
const otherThan = (field: PriceInfluence): PriceInfluence =>
  field === '/terms/variant' ? '/terms/claimLimit/value' : '/terms/variant';

/** An update that a priced draft refused. */
interface RefusedUpdate {
  readonly answer: Exchange;
  readonly body: object;
  /** The field in which alone it changed the draft; left out if it changed others. */
  readonly field?: PriceInfluence;
}

/**
 * Judges a refused update of the priced draft: as a value of its field (V17) if the draft takes another change that affects the
 * price, and as an update of a priced draft (R6) otherwise.
 */
const collectRefused = async (
  one: Try,
  state: JourneyState,
  { field, ...refused }: RefusedUpdate,
): Promise<readonly Judgement[]> => {
  if (field === undefined) return collectUpdate(one, state, refused);
  const body = drawnChange(one, otherThan(field)).changed;
  const other = await makeVisit({ step: 'draft-update' }, state, { ...MAY_REFUSE, body });
  if (!isAccepted(other)) return collectUpdate(one, state, refused);
  const wanted = `a draft that was priced to take another legal value of ${wordsOf(field)}`;
  // A value has to be refused in two bodies: each try draws its own.
  const base = { ...UPDATE, requirement: VALUES[field], wanted, body: one.seed };
  return collectUpdate(one, state, refused, base);
};

/** Makes the updates of a draft; returns the last answer, or the first refusal, with the content that was sent. */
const update = async (
  state: JourneyState,
  before: readonly object[],
  { changed }: Required<Contents>,
): Promise<{ readonly answer: Exchange | undefined; readonly body: object }> => {
  for (const body of before) {
    const answer = await makeVisit({ step: 'draft-update' }, state, { ...MAY_REFUSE, body });
    if (!isAccepted(answer)) return { answer, body };
  }
  return { answer: await changeDraft(state), body: changed };
};

/** GAP-PRICE-02 (R3): requests a contract at the former amount after a field was changed, without a new price request. */
const collect =
  (field: PriceInfluence, { prices, change }: History) =>
  async (one: Try): Promise<readonly Judgement[]> => {
    const { run } = one;
    const base = {
      requirement: REQUIREMENT,
      operation: CREATE,
      wanted: `no contract for the price of before ${wordsOf(field)} was changed`,
    } as const;
    const drawn = drawnChange(one, field);
    const { contents, before: earlier } = updatesOf(drawn, change);
    const draft = await priceDraft(one, 'stale', contents, 'legal');
    const { state } = draft;
    const beside = (judgement: Judgement) => [judgement, ...state.judgements];
    const before = pricedOutcome(draft);
    if (!before) return beside(obstructed(base, draft));
    if (before.amount === undefined) return beside(run.judge(withoutAmount, base, before));
    if (prices === 2) await requestPrice(state, 'open');
    const { answer: updated, body } = await update(state, earlier, contents);
    if (!isAccepted(updated)) {
      const open = obstructed(base, { state, answer: updated }, 'GAP-PRICE-04');
      if (!updated) return beside(open);
      const refused = { answer: updated, body, ...(body === drawn.changed && { field }) };
      return [open, ...(await collectRefused(one, state, refused)), ...state.judgements];
    }
    const probe = await requestContract(state, 'faulty');
    if (!isOfContract(probe)) return beside(obstructed(base, { state, answer: probe }));
    const stale = { field: wordsOf(field), before, probe };
    if (isAccepted(probe)) {
      const controls = await requestControls(one, contents, before.amount);
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

/** GAP-PRICE-02 (R3): changes each field that affects the price between the price request and the contract. */
export const staleContracts: Checks = {
  suite: 'gap-prices',
  file: programFile(import.meta.url),
  judges: [judgeStaleContract, withoutAmount],
  besides: [{ requirements: ['GAP-PRICE-04', ...Object.values(VALUES)], judges: [judgeLaterCall] }],
  checks: [
    ...PRICE_INFLUENCES.map((field) => check(`stale${field}`, field)),
    // A draft can have several price requests, all made before the change (States, rules 1 and 2).
    check('stale-twice/terms/variant', '/terms/variant', { prices: 2 }),
    // The relevant update need not be the last or the first one.
    check('stale-before-another/terms/variant', '/terms/variant', { change: 'first' }),
    check('stale-after-another/terms/claimLimit', '/terms/claimLimit/value', { change: 'second' }),
  ],
};
