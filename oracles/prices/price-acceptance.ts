import type { RequirementId } from '../../spec/catalogue.ts';
import type { Exchange } from '../../spec/exchange.ts';
import type { KnownOperation } from '../../spec/operations.ts';
import { besideTwin, judgeAcceptance, withoutTwin } from '../refusals/acceptance.ts';
import type { Judgement } from '../finding.ts';
import { isNotServed, isTransportStatus } from '../../spec/transport-statuses.ts';

/** What is found out about a draft on which a call was refused after it had been priced. */
export interface PricedDraft {
  /** Whether Draft Get still serves it. */
  readonly isServed: boolean;
  /** Number of the accepted call that the refused one is compared with; undefined where that was refused as well. */
  readonly twin: number | undefined;
}

/** A call on a draft that was priced before, to be accepted by this requirement. */
export interface LaterCall {
  readonly requirement: RequirementId;
  readonly operation: KnownOperation;
  readonly wanted: string;
  readonly exchange: Exchange;
  /** Needed where the call was refused. */
  readonly draft?: PricedDraft;
}

/** The same call to the same path, served once and then no more: that is a fault of the path (S16). */
const unserved = (judged: Judgement, twin: number | undefined): readonly Judgement[] =>
  twin === undefined
    ? withoutTwin(judged)
    : [
        { ...judged, requirement: 'PATH-01', twin },
        { ...judged, verdict: 'inconclusive', reason: 'blocked-by', blockedBy: 'PATH-01' },
      ];

/** GAP-PRICE-01 and -04 (R6): a draft that was priced can be priced again and updated, while Draft Get serves it. */
export const judgeLaterCall = (call: LaterCall): readonly Judgement[] => {
  const { exchange, operation, requirement, wanted, draft } = call;
  const judged = judgeAcceptance(exchange, operation, requirement, wanted);
  if (judged.verdict !== 'fail') return [judged];
  const status = exchange.response?.status ?? 0;
  if (draft?.isServed === false) {
    return [{ ...judged, verdict: 'inconclusive', reason: 'blocked-by', blockedBy: 'DRAFT-01' }];
  }
  const twin = draft?.twin;
  if (isNotServed(status)) return unserved(judged, twin);
  if (isTransportStatus(status)) {
    return [{ ...judged, verdict: 'inconclusive', reason: 'unlisted-sane-code' }];
  }
  return twin === undefined ? withoutTwin(judged) : besideTwin(judged, status, twin);
};
