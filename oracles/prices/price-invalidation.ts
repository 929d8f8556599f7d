import type { Exchange } from '../../spec/exchange.ts';
import { isAcceptedStatus, statusText } from '../answers/answer-form.ts';
import type { Judgement } from '../finding.ts';
import { isPriced, type PriceOutcome, outcomeText, withoutAmount } from './price-outcome.ts';
import { isDisturbance } from '../../spec/transport-statuses.ts';

/** Evidence from fresh drafts after a contract was made at the amount from before the change (R3). */
export interface InvalidationControls {
  /** A draft equal to the judged one before the change. */
  readonly equal: PriceOutcome;
  /** A draft created with the changed content. */
  readonly changed: PriceOutcome;
  /**
   * Exchange number of the refusal of a contract without a price request or at another amount; undefined if none was refused.
   */
  readonly refused: number | undefined;
}

/** A contract that was requested at the amount of a price request after a field of the draft was changed. */
interface StaleContract {
  /** The changed field, in words. */
  readonly field: string;
  /** The price request before the change. */
  readonly before: PriceOutcome;
  readonly probe: Exchange;
  /** Contract for a new price of the changed draft; only if the probe was refused. */
  readonly renewed?: Exchange | undefined;
  /** Only if a contract was made. */
  readonly controls?: InvalidationControls | undefined;
}

type Part = Pick<Judgement, 'verdict' | 'reason' | 'got' | 'exchanges' | 'twin'>;

const isMade = ({ response }: Exchange) => isAcceptedStatus(response?.status ?? 0);

const open = (reason: Judgement['reason'], got: string, exchanges: readonly number[]): Part => ({
  verdict: 'inconclusive',
  ...(reason ? { reason } : {}),
  got,
  exchanges,
});

const observed = (got: string, exchanges: readonly number[]): Part => ({
  verdict: 'observed',
  reason: 'specification-silent',
  got,
  exchanges,
});

/** S6: any 4xx is a refusal; the contract at the new price proves that the old price caused it. */
const refused = ({ probe, renewed }: StaleContract): Part => {
  const status = probe.response?.status;
  const got = statusText(probe);
  if (status === undefined || isDisturbance(status, 'contract-create'))
    return open('disturbance', got, [probe.n]);
  if (status >= 500) return open('other-code', got, [probe.n]);
  if (!renewed) return open('twin-refused', got, [probe.n]);
  if (!isMade(renewed)) return open('twin-refused', got, [renewed.n, probe.n]);
  return { verdict: 'pass', got, exchanges: [renewed.n, probe.n], twin: renewed.n };
};

/** R3: fails only if the service checks amounts, prices equal drafts equally, and the change affects the price. */
const made = ({ probe, before }: StaleContract, controls: InvalidationControls): Part => {
  const { equal, changed, refused: check } = controls;
  const exchanges = [before.n, equal.n, changed.n, probe.n];
  const got = `${statusText(probe)} for the amount ${before.amount}`;
  const showing = (what: string, outcome: PriceOutcome) =>
    `${got}; ${what} gives ${outcomeText(outcome)}`;
  if (!isPriced(equal)) return open('twin-refused', showing('an equal draft', equal), exchanges);
  if (!isPriced(changed)) {
    return open('twin-refused', showing('a draft with the change', changed), exchanges);
  }
  if (equal.amount !== before.amount) return observed(showing('an equal draft', equal), exchanges);
  if (changed.amount === before.amount) {
    return observed(`${got}; the change does not affect the price`, exchanges);
  }
  if (check === undefined) {
    const why =
      'the service also accepts contracts without a price request and for another amount (K3)';
    return observed(`${got}; ${why}`, exchanges);
  }
  return {
    verdict: 'fail',
    got: `${got}, although the changed draft costs ${changed.amount}`,
    exchanges: [check, ...exchanges],
    twin: changed.n,
  };
};

/** GAP-PRICE-02 (R3, K3): no contract is made at the amount of a price request after a field that affects it was changed. */
export const judgeStaleContract = (stale: StaleContract): Judgement => {
  const { field, before, probe, controls } = stale;
  const base = {
    requirement: 'GAP-PRICE-02',
    operation: 'gap.contract-create',
    wanted: `no contract for the price that was valid before ${field} changed`,
  } as const;
  if (before.amount === undefined) return withoutAmount(base, before);
  const part = isMade(probe) && controls ? made(stale, controls) : refused(stale);
  return { ...base, ...part };
};

/** Names of these judges in `evidence.jsonl`, which are permanent. */
export const judges = {
  'stale-contract': judgeStaleContract,
};
