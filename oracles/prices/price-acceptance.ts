import type { RequirementId } from '../../spec/catalogue.ts';
import type { Exchange } from '../../spec/exchange.ts';
import type { KnownOperation } from '../../spec/operations.ts';
import {
  withAcceptedControl,
  judgeAcceptance,
  withoutAcceptedControl,
} from '../refusals/acceptance.ts';
import type { Judgement } from '../finding.ts';
import { isNotServed, isTransportStatus } from '../../spec/transport-statuses.ts';
import { isPriced, type PriceOutcome, outcomeText, withoutAmount } from './price-outcome.ts';

/** Follow-up facts about a priced draft on which a call was refused. */
export interface PricedDraft {
  /** True if Draft Get still serves it. */
  readonly isServed: boolean;
  /** Number of the accepted call that the refused one is compared with; undefined if that was refused as well. */
  readonly twin: number | undefined;
}

/** A call on a priced draft that this requirement says must be accepted. */
interface LaterCall {
  readonly requirement: RequirementId;
  readonly operation: KnownOperation;
  readonly wanted: string;
  /** Distinguishes the bodies of a requirement that needs two refused ones. */
  readonly body?: number | undefined;
  readonly exchange: Exchange;
  /** Required if the call was refused. */
  readonly draft?: PricedDraft | undefined;
}

/** A path that served the same call once and then no more breaks its own requirement (S16). */
const unserved = (judged: Judgement, control: number | undefined): readonly Judgement[] =>
  control === undefined
    ? withoutAcceptedControl(judged)
    : [
        { ...judged, requirement: 'PATH-01', twin: control },
        { ...judged, verdict: 'inconclusive', reason: 'blocked-by', blockedBy: 'PATH-01' },
      ];

/** GAP-PRICE-01 and -04 (R6): a priced draft can be priced again and updated, while Draft Get serves it. */
export const judgeLaterCall = (call: LaterCall): readonly Judgement[] => {
  const { exchange, operation, requirement, wanted, draft, body } = call;
  const plain = judgeAcceptance(exchange, operation, requirement, wanted);
  const judged = body === undefined ? plain : { ...plain, body };
  if (judged.verdict !== 'fail') return [judged];
  const status = exchange.response?.status ?? 0;
  if (draft?.isServed === false) {
    return [{ ...judged, verdict: 'inconclusive', reason: 'blocked-by', blockedBy: 'DRAFT-01' }];
  }
  const control = draft?.twin;
  if (isNotServed(status)) return unserved(judged, control);
  if (isTransportStatus(status)) {
    return [{ ...judged, verdict: 'inconclusive', reason: 'unlisted-sane-code' }];
  }
  return control === undefined
    ? withoutAcceptedControl(judged)
    : withAcceptedControl(judged, status, control);
};

/** Maximum time between two price requests whose amounts are compared (R7). */
const MINUTE = 60_000;

/** Pairs of prices that were requested within this time, in milliseconds. */
const pairsWithin = (
  prices: readonly PriceOutcome[],
  time: number,
): readonly (readonly [PriceOutcome, PriceOutcome])[] =>
  prices.flatMap((one, at) =>
    prices
      .slice(at + 1)
      .filter((other) => Math.abs(Date.parse(other.at) - Date.parse(one.at)) <= time)
      .map((other) => [one, other] as const),
  );

/**
 * GAP-PRICE-03 (R7): price requests of one unchanged draft, made within a minute, give the same amount. `between`: the calls
 * before each price request but the first, in words; empty for none.
 */
export const judgeRepeatedPrices = (
  outcomes: readonly PriceOutcome[],
  between: readonly string[] = [],
): Judgement => {
  const base = {
    requirement: 'GAP-PRICE-03',
    operation: 'gap.price-request',
    wanted: 'the same amount for every price request on an unchanged draft',
  } as const;
  const priced = outcomes.filter(isPriced);
  const exchanges = outcomes.map(({ n }) => n);
  const got = outcomes
    .map((outcome, at) => {
      const what = between[at - 1] ?? '';
      return what === '' ? outcomeText(outcome) : `after ${what} ${outcomeText(outcome)}`;
    })
    .join(', then ');
  if (priced.length < 2) {
    const blocked = { reason: 'blocked-by', blockedBy: 'GAP-PRICE-01' } as const;
    return { ...base, verdict: 'inconclusive', ...blocked, got, exchanges };
  }
  const unfound = priced.find(({ amount }) => amount === undefined);
  if (unfound) return withoutAmount(base, unfound);
  const pairs = pairsWithin(priced, MINUTE);
  if (pairs.length === 0)
    return { ...base, verdict: 'inconclusive', reason: 'disturbance', got, exchanges };
  const isSame = pairs.every(([one, other]) => one.amount === other.amount);
  return { ...base, verdict: isSame ? 'pass' : 'fail', got, exchanges };
};

/** Names of these judges in `evidence.jsonl`, which are permanent. */
export const judges = {
  'later-price': judgeLaterCall,
  'repeated-prices': judgeRepeatedPrices,
};
