import type { Judgement } from '../../oracles/finding.ts';
import { judgeLaterCall } from '../../oracles/prices/price-acceptance.ts';
import { judgeRepeatedPrices } from '../../oracles/prices/price-repetition.ts';
import type { PriceOutcome } from '../../oracles/prices/price-outcome.ts';
import { operation } from '../../spec/operations.ts';
import type { Try } from '../checks.ts';
import { isObstacle } from '../journey/visit.ts';
import { drawnDraft, withClaims } from './draft-contents.ts';
import { askPrice, isServed, isTaken, obstructed } from './gap-steps.ts';
import { priceDraft, pricedOutcome, type PricedDraft } from './price-draft.ts';
import type { Run } from '../run.ts';

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
