import type { Judgement } from '../finding.ts';

/** Accepted prices of motor gap drafts, as numbers of exchanges. */
export interface PricedDrafts {
  /** The last price of each draft to which no vehicle details were ever sent. */
  readonly without: readonly number[];
  /** The price of a draft with vehicle details; absent if there was none. */
  readonly control?: number | undefined;
}

/** Number of prices to report: more prove no more. */
const MAX_REPORTED = 3;

/** GAP-VEHICLE-01 (E5): drafts to which no vehicle details were ever sent were priced, like one that has them. */
export const judgePricedContent = ({ without, control }: PricedDrafts): readonly Judgement[] =>
  without.slice(-MAX_REPORTED).map((n) => ({
    requirement: 'GAP-VEHICLE-01',
    operation: 'gap.price-request',
    verdict: 'fail',
    wanted: 'no price for a draft without risk.vehicle.details',
    got: 'a price, although nothing that was sent to the draft holds vehicle details',
    exchanges: [n],
    ...(control !== undefined && { twin: control }),
  }));

/** Names of these judges in `evidence.jsonl`, which are permanent. */
export const judges = {
  'priced-content': judgePricedContent,
};
