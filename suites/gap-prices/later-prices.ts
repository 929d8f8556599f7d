import type { Judgement } from '../../oracles/finding.ts';
import { judgeLaterCall, judgeRepeatedPrices } from '../../oracles/prices/price-acceptance.ts';
import type { Exchange } from '../../spec/exchange.ts';
import { type KnownOperation, operation } from '../../spec/operations.ts';
import type { Try } from '../engine/checks.ts';
import type { JourneyState } from '../journey/state.ts';
import { isObstacle } from '../journey/visit.ts';
import {
  drawnChange,
  askPrice,
  type Base,
  type Contents,
  isServed,
  isTaken,
  obstructed,
  take,
  writeDraft,
  priceDraft,
  pricedOutcome,
  type PricedDraft,
  shownBy,
  drawnDraft,
  withClaims,
} from './gap-steps.ts';
import type { Run } from '../engine/run.ts';
import type { PriceOutcome } from '../../oracles/prices/price-outcome.ts';

/** Every change is one that moves the price, since that is what a service could want a new draft for. */
const CHANGED = '/terms/variant';

/** A draft that was priced, its content, and the drafts of this try so far. */
interface Priced {
  readonly one: Try;
  readonly contents: Required<Contents>;
  readonly state: JourneyState;
}

const collectLater = async (
  run: Run,
  { state }: Priced,
  row: KnownOperation,
  base: Base,
  exchange: Exchange,
  twinOf: () => Promise<number | undefined>,
): Promise<readonly Judgement[]> => {
  const { requirement, wanted } = base;
  const call = { requirement, wanted, operation: row, exchange };
  if (isTaken(exchange)) return run.judge(judgeLaterCall, call);
  const draft = { isServed: await isServed(run, state), twin: await twinOf() };
  return run.judge(judgeLaterCall, { ...call, draft });
};

const change = (run: Run, { state }: Priced) =>
  take(run, { step: 'draft-update', revised: true }, state, 'open');

/** The change must be legal by itself: a fresh draft that is written with it at once is taken (R6). */
const collectUpdate = async (run: Run, priced: Priced): Promise<readonly Judgement[]> => {
  const base = {
    requirement: 'GAP-PRICE-04',
    operation: 'gap.draft-update',
    wanted: 'a draft that was priced is updated',
  } as const;
  const { one, contents, state } = priced;
  const answer = await change(run, priced);
  if (isObstacle(answer)) return [obstructed(run, base, state, answer)];
  return collectLater(run, priced, operation('gap.draft-update'), base, answer, async () => {
    const twin = await writeDraft(run, one, 'twin', { body: contents.changed }, 'open');
    return isTaken(twin.answer) ? twin.answer.n : undefined;
  });
};

/** The changed draft must be one that can be priced: a fresh draft with its content is (R6). */
const collectPrice = async (run: Run, priced: Priced): Promise<readonly Judgement[]> => {
  const base = {
    requirement: 'GAP-PRICE-01',
    operation: 'gap.price-request',
    wanted: 'a draft is priced again after it was changed',
  } as const;
  const { one, contents, state } = priced;
  const answer = await change(run, priced);
  if (!isTaken(answer)) {
    return [obstructed(run, base, state, answer, 'GAP-PRICE-04')];
  }
  const next = await askPrice(run, state, 'open');
  if (isObstacle(next)) return [obstructed(run, base, state, next)];
  return collectLater(
    run,
    priced,
    operation('gap.price-request'),
    base,
    next.exchange,
    async () => {
      const twin = await priceDraft(run, one, 'twin', { body: contents.changed }, 'open');
      return pricedOutcome(twin)?.n;
    },
  );
};

const onPricedDraft =
  (run: Run, base: Base, collect: (run: Run, priced: Priced) => Promise<readonly Judgement[]>) =>
  async (one: Try): Promise<readonly Judgement[]> => {
    const contents = drawnChange(run, CHANGED, one.seed);
    const draft: PricedDraft = await priceDraft(run, one, 'priced', contents, 'legal');
    const { state } = draft;
    const judged = pricedOutcome(draft)
      ? await collect(run, { one, contents, state })
      : [obstructed(run, base, state, draft.answer)];
    return [...judged, ...shownBy([draft])];
  };

/** GAP-PRICE-04 (R6): a draft can be updated after it was priced. */
export const collectUpdateAfterPrice = (run: Run) =>
  onPricedDraft(
    run,
    { requirement: 'GAP-PRICE-04', operation: 'gap.draft-update', wanted: 'an update' },
    collectUpdate,
  );

/** GAP-PRICE-01 (R6): a draft can be priced again after a change. */
export const collectPriceAfterChange = (run: Run) =>
  onPricedDraft(
    run,
    { requirement: 'GAP-PRICE-01', operation: 'gap.price-request', wanted: 'a second price' },
    collectPrice,
  );

/** Price requests on one unchanged draft: "several" is more than two. */
const REQUESTS = 3;

const priceAgain = async (
  run: Run,
  draft: PricedDraft,
  first: PriceOutcome,
): Promise<readonly Judgement[]> => {
  const { state } = draft;
  const base = {
    requirement: 'GAP-PRICE-01',
    operation: operation('gap.price-request'),
  } as const;
  const found: Judgement[] = [];
  for (let request = 2; request <= REQUESTS; request += 1) {
    const next = await askPrice(run, state, 'open');
    if (isObstacle(next)) continue;
    const { exchange } = next;
    const wanted = `price request ${request} of an unchanged draft is accepted`;
    const refused = !isTaken(exchange);
    const explored = refused
      ? { draft: { isServed: await isServed(run, state), twin: first.n } }
      : {};
    found.push(...run.judge(judgeLaterCall, { ...base, wanted, exchange, ...explored }));
    if (refused) break;
  }
  return found;
};

/** GAP-PRICE-01 (R6): an unchanged draft is priced again and again. */
export const collectSeveralPrices = async (run: Run, one: Try): Promise<readonly Judgement[]> => {
  const draft = await priceDraft(run, one, 'priced', { body: drawnDraft(run, one.seed) }, 'legal');
  const first = pricedOutcome(draft);
  const base = {
    requirement: 'GAP-PRICE-01',
    operation: 'gap.price-request',
    wanted: 'a second price request is accepted',
  } as const;
  const judged = first
    ? await priceAgain(run, draft, first)
    : [obstructed(run, base, draft.state, draft.answer)];
  return [...judged, ...draft.state.judgements];
};

/** GAP-PRICE-03 (R7): an unchanged draft, with claims or without any, keeps its price. */
export const collectSamePrices =
  (run: Run, claims: '0' | '1') =>
  async (one: Try): Promise<readonly Judgement[]> => {
    const body = withClaims(drawnDraft(run, one.seed), claims);
    const draft = await priceDraft(run, one, 'priced', { body }, 'legal');
    const first = pricedOutcome(draft);
    const base = {
      requirement: 'GAP-PRICE-03',
      operation: 'gap.price-request',
      wanted: 'the same amount again',
    } as const;
    if (!first) {
      return [obstructed(run, base, draft.state, draft.answer), ...draft.state.judgements];
    }
    const outcomes = [first];
    for (let request = 2; request <= REQUESTS; request += 1) {
      const next = await askPrice(run, draft.state, 'open');
      if (isObstacle(next)) break;
      outcomes.push(next.outcome);
    }
    return [run.judge(judgeRepeatedPrices, outcomes), ...draft.state.judgements];
  };
