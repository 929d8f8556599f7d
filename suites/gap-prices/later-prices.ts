import type { Call } from '../../client/http/client.ts';
import { PRICE_INFLUENCES, withOtherInfluence } from '../../generators/gap/price-influences.ts';
import { valueAt, withValue } from '../../generators/pointer.ts';
import { sample, subSeed } from '../../generators/sample.ts';
import { isAccepted } from '../../oracles/answers/answer-form.ts';
import type { Judgement } from '../../oracles/finding.ts';
import { judgeLaterCall, judgeRepeatedPrices } from '../../oracles/prices/price-acceptance.ts';
import { judgeForeignCall } from '../../oracles/ownership/foreign-call.ts';
import { isPriced, type PriceOutcome } from '../../oracles/prices/price-outcome.ts';
import { judgeProbe } from '../../oracles/refusals/judge-probe.ts';
import type { GapDraft } from '../../spec/schemas/gap-draft.ts';
import { programFile } from '../../client/project.ts';
import { type EarlierLead, earlierLead } from '../contexts/lead.ts';
import type { Check, Checks, Try } from '../engine/checks.ts';
import type { JourneyState } from '../journey/state.ts';
import { isAllowed, possibleCall, makeVisit } from '../journey/make-call.ts';
import {
  refusedCallFor,
  isWithoutEffect,
  judgeUnrefused,
  OTHER,
  type RefusalReason,
  refusalReasons,
  WITHOUT_VERSION,
} from '../state/refusal-reasons.ts';
import {
  requestPrice,
  type Base,
  changeDraft,
  collectLater,
  collectUpdate,
  type Contents,
  drawnChange,
  drawnDraft,
  obstructed,
  priceDraft,
  pricedOutcome,
  withClaims,
  UPDATE,
} from './gap-steps.ts';

/** A try, and its priced draft with content. */
interface Priced {
  readonly one: Try;
  readonly contents: Required<Contents>;
  readonly state: JourneyState;
}

const PRICE = { requirement: 'GAP-PRICE-01', operation: 'gap.price-request' } as const;
const SAME = { requirement: 'GAP-PRICE-03', operation: 'gap.price-request' } as const;

/** Updates the priced draft. */
const collectChange = async ({ one, contents, state }: Priced): Promise<readonly Judgement[]> => {
  const answer = await changeDraft(state);
  return answer
    ? collectUpdate(one, state, { answer, body: contents.changed })
    : [obstructed(UPDATE, { state, answer })];
};

/** The changed draft must be priceable: a fresh draft with its content is priced (R6). */
const collectPrice = async ({ one, contents, state }: Priced): Promise<readonly Judgement[]> => {
  const base = { ...PRICE, wanted: 'a draft to be priced again after it was changed' };
  const answer = await changeDraft(state);
  if (!isAccepted(answer)) return [obstructed(base, { state, answer }, 'GAP-PRICE-04')];
  const next = await requestPrice(state, 'open');
  if (!next.answer) return [obstructed(base, next)];
  return collectLater(base, state, next.answer, async () => {
    const control = await priceDraft(one, 'twin', { body: contents.changed }, 'open');
    return pricedOutcome(control)?.n;
  });
};

/** Runs a check on a priced draft. Every change affects the price: only then may a service require a new draft. */
const onPricedDraft =
  (base: Base, collect: (priced: Priced) => Promise<readonly Judgement[]>) =>
  async (one: Try): Promise<readonly Judgement[]> => {
    const contents = drawnChange(one, '/terms/variant');
    const draft = await priceDraft(one, 'priced', contents, 'legal');
    const { state } = draft;
    const judged = pricedOutcome(draft)
      ? await collect({ one, contents, state })
      : [obstructed(base, draft)];
    return [...judged, ...state.judgements];
  };

/** GAP-PRICE-04 (R6): a draft can be updated after it was priced. */
const collectUpdateAfterPrice = onPricedDraft(UPDATE, collectChange);

/** GAP-PRICE-01 (R6): a draft can be priced again after a change. */
const collectPriceAfterChange = onPricedDraft({ ...PRICE, wanted: 'a second price' }, collectPrice);

/** Number of price requests on one unchanged draft: "several" is more than two. */
const REQUESTS = 3;

/** The prices of a draft in its context and the first one after it, with the words for the calls before each but the first. */
const pricesBefore = (
  { prices = [] }: JourneyState,
  first: PriceOutcome,
): { readonly outcomes: PriceOutcome[]; readonly between: string[] } => ({
  outcomes: [...prices, first],
  between: prices.map((_, at) => (at === prices.length - 1 ? 'the calls of its context' : '')),
});

/** GAP-PRICE-01, GAP-PRICE-03 (R6, R7): prices an unchanged draft repeatedly. */
export const collectSeveralPrices = async (one: Try): Promise<readonly Judgement[]> => {
  const draft = await priceDraft(one, 'priced', { body: drawnDraft(one) }, 'legal');
  const { state } = draft;
  const first = pricedOutcome(draft);
  const base = { ...PRICE, wanted: 'another price request of an unchanged draft to be accepted' };
  const given = state.prices?.filter(isPriced).at(-1);
  if (!first) {
    const { answer } = draft;
    // It comes after the prices of its context.
    const judged =
      given && answer?.operation === PRICE.operation
        ? await collectLater(base, state, answer, async () => given.n)
        : [obstructed(base, draft)];
    return [...judged, ...state.judgements];
  }
  const found: Judgement[] = [];
  const { outcomes, between } = pricesBefore(state, first);
  for (let request = 2; request <= REQUESTS; request += 1) {
    const { answer, outcome } = await requestPrice(state, 'open');
    if (!answer) continue;
    if (outcome) outcomes.push(outcome);
    const wanted = `price request ${request} of an unchanged draft to be accepted`;
    found.push(...(await collectLater({ ...PRICE, wanted }, state, answer, async () => first.n)));
    if (!isAccepted(answer)) break;
  }
  return [...found, one.run.judge(judgeRepeatedPrices, outcomes, between), ...state.judgements];
};

/** A call that must not change a draft; false if it did, or if the result is unknown. */
interface Meanwhile {
  readonly what: string;
  readonly send: (state: JourneyState) => Promise<boolean>;
}

/** A call whose answer is not evaluated. */
const call = (
  what: string,
  step: 'draft-get' | 'lead-create',
  changes?: (legal: Call, state: JourneyState) => Call,
): Meanwhile => ({
  what,
  send: async (state) => {
    if (isAllowed(state.run, `gap.${step}`))
      await makeVisit({ step }, state, (legal) => changes?.(legal, state) ?? legal);
    return true;
  },
});

const READ = call('a read', 'draft-get');

const lead = (what: string, sent: EarlierLead): Meanwhile =>
  call(what, 'lead-create', (legal, { data }) => earlierLead(legal, sent, data.draft));

/** Both kinds of leads: neither is a change. */
const LEADS = [lead('a lead', 'sent'), lead('a lead by EMAIL', 'by-email')];

/**
 * An update with the changed content that must or may be refused, in a given way. If it is accepted the draft has changed; if
 * it had to be refused, that is a finding.
 */
const refusedUpdate = (
  what: string,
  changes: (legal: Call) => Call,
  way?: RefusalReason,
): Meanwhile => ({
  what,
  send: async (state) => {
    const update = { step: 'draft-update', revised: true } as const;
    const legal = possibleCall(update, state);
    if (!legal) return false;
    const exchange = await state.run.client.send(changes(legal));
    const control = () => makeVisit(update, state);
    if (way) state.judgements.push(...(await judgeUnrefused(way, exchange, legal, state, control)));
    return isWithoutEffect(exchange);
  },
});

const UNVERSIONED = refusedUpdate(
  'an update without a version',
  (legal) => refusedCallFor(legal, WITHOUT_VERSION),
  WITHOUT_VERSION,
);

/** An update by another identity (D10). */
const BY_OTHER = refusedUpdate(
  'an update by another identity',
  (legal) => refusedCallFor(legal, OTHER),
  OTHER,
);

/** An object in place of a text: refused at the write, or later (E5). */
const WITH_FAULT = refusedUpdate('a refused update with a fault', (legal) => ({
  ...legal,
  body: withValue(legal.body, '/language', { code: 'nl' }),
  intent: 'open',
}));

/** A draft, and the calls between its price requests. */
interface Repeated {
  readonly contents: (one: Try) => Required<Contents>;
  readonly meanwhile: readonly (readonly Meanwhile[])[];
}

/** Draft with a second driver, whose claims differ from the first one's. */
const withSecondDriver = (draft: GapDraft): GapDraft => {
  const [first = {}] = draft.risk?.drivers ?? [];
  const second = { ...first, numberOfClaimsLast5Years: '0' };
  return withValue(draft, '/risk/drivers', [first, second]);
};

/** A draft, and the same with other values in all fields that feed its price. */
const drawnContents = (one: Try, change: (draft: GapDraft) => GapDraft): Required<Contents> => {
  const body = change(drawnDraft(one));
  const changed = PRICE_INFLUENCES.filter((field) => valueAt(body, field) !== undefined).reduce(
    (draft, field) =>
      sample(
        withOtherInfluence(draft, field, one.run.generators),
        subSeed(one.seed, 'changed', field),
      ),
    body,
  );
  return { body, changed };
};

const WITH_CLAIMS: Repeated = {
  contents: (one) => drawnContents(one, (draft) => withSecondDriver(withClaims(draft, '1'))),
  meanwhile: [[READ, ...LEADS], [UNVERSIONED]],
};

const WITHOUT_CLAIMS: Repeated = {
  contents: (one) => drawnContents(one, (draft) => withClaims(draft, '0')),
  meanwhile: [[], [BY_OTHER], [WITH_FAULT]],
};

/** GAP-PRICE-03 (R7): a draft keeps its price unless its content changes. */
const collectSamePrices =
  ({ contents, meanwhile }: Repeated) =>
  async (one: Try): Promise<readonly Judgement[]> => {
    const draft = await priceDraft(one, 'priced', contents(one), 'legal');
    const { state } = draft;
    const first = pricedOutcome(draft);
    const base = {
      ...SAME,
      wanted: 'the same amount again',
    } as const;
    if (!first) return [obstructed(base, draft), ...state.judgements];
    const { outcomes, between } = pricesBefore(state, first);
    const mayOther = refusalReasons(one.run, one.seed).includes(OTHER);
    for (const calls of meanwhile.filter((each) => mayOther || !each.includes(BY_OTHER))) {
      const done = [];
      for (const { what, send } of calls) done.push((await send(state)) ? what : undefined);
      if (done.includes(undefined)) break;
      const { outcome } = await requestPrice(state, 'open');
      if (!outcome) break;
      between.push(done.join(' and '));
      outcomes.push(outcome);
    }
    return [one.run.judge(judgeRepeatedPrices, outcomes, between), ...state.judgements];
  };

const check = (
  { requirement, operation: on }: Omit<Base, 'wanted'>,
  name: string,
  collect: Check['collect'],
): Check => ({ requirement, line: 'gap', operations: [on], name, collect });

/** A check of prices that stay the same, whatever the draft went through before. */
const onUsedDraft = (...about: Parameters<typeof check>): Check => ({
  ...check(...about),
  isOnUsedDraft: true,
});

/** GAP-PRICE-01, GAP-PRICE-03, GAP-PRICE-04 (R6, R7): permitted operations on a priced draft. */
export const laterPrices: Checks = {
  suite: 'gap-prices',
  file: programFile(import.meta.url),
  judges: [judgeLaterCall, judgeRepeatedPrices],
  besides: [
    { requirements: ['VERSION-01'], judges: [judgeProbe] },
    { requirements: ['AUTH-06'], judges: [judgeForeignCall] },
  ],
  checks: [
    onUsedDraft(PRICE, 'several', collectSeveralPrices),
    check(PRICE, 'after-change', collectPriceAfterChange),
    onUsedDraft(SAME, 'with-claims', collectSamePrices(WITH_CLAIMS)),
    onUsedDraft(SAME, 'without-claims', collectSamePrices(WITHOUT_CLAIMS)),
    check(UPDATE, 'update', collectUpdateAfterPrice),
  ],
};
