import type { Judgement } from '../finding.ts';
import { isPriced, type PriceOutcome, showOutcome, withoutAmount } from './price-outcome.ts';

/** How long apart two price requests may be for their amounts to be compared (R7). */
const MINUTE = 60_000;

/** GAP-PRICE-03 (R7): price requests of one unchanged draft, made within a minute, give the same amount. */
export const judgeRepeatedPrices = (outcomes: readonly PriceOutcome[]): Judgement => {
  const base = {
    requirement: 'GAP-PRICE-03',
    operation: 'gap.price-request',
    wanted: 'the same amount for every price request of one unchanged draft',
  } as const;
  const priced = outcomes.filter(isPriced);
  const exchanges = outcomes.map(({ n }) => n);
  const got = outcomes.map(showOutcome).join(', then ');
  if (priced.length < 2) {
    return {
      ...base,
      verdict: 'inconclusive',
      reason: 'blocked-by',
      blockedBy: 'GAP-PRICE-01',
      got,
      exchanges,
    };
  }
  const unfound = priced.find(({ amount }) => amount === undefined);
  if (unfound) return withoutAmount(base, unfound);
  const times = priced.map(({ at }) => Date.parse(at));
  if (Math.max(...times) - Math.min(...times) > MINUTE) {
    return { ...base, verdict: 'inconclusive', reason: 'disturbance', got, exchanges };
  }
  const isSame = new Set(priced.map(({ amount }) => amount)).size === 1;
  return { ...base, verdict: isSame ? 'pass' : 'fail', got, exchanges };
};
