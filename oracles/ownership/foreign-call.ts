import type { Exchange } from '../../spec/exchange.ts';
import { operation, type OperationId } from '../../spec/operations.ts';
import { isDisturbance, isTransportStatus } from '../../spec/transport-statuses.ts';
import { isAccepted, isSuccess } from '../answers/answer-form.ts';
import type { Facts } from '../facts.ts';
import type { Judgement } from '../finding.ts';
import type { ForeignEffect } from './foreign-effect.ts';
import { statusText } from '../answers/status-text.ts';

/** A call of another identity on what the owner made. */
export interface ForeignCall {
  readonly foreign: Exchange;
  /** The same call by the owner, accepted: before a read, after a change that was refused. */
  readonly own?: Exchange;
  /** Where the other identity was let in: what its answer, or what the owner saw afterwards, shows of it. */
  readonly effect?: ForeignEffect;
}

type Settled = Pick<Judgement, 'verdict' | 'reason'>;

/** D10, S10, S8, S9: what the status alone says of whether the other identity was refused. */
const settledBy = (on: OperationId, status: number | undefined): Settled => {
  if (status === undefined || isDisturbance(status)) {
    return { verdict: 'inconclusive', reason: 'disturbance' };
  }
  if (status === 403 || status === 404) return { verdict: 'pass' };
  if (isSuccess(status) || status === 303) return { verdict: 'fail' };
  if (isTransportStatus(status)) return { verdict: 'inconclusive', reason: 'unlisted-sane-code' };
  const isListed = operation(on).failures?.includes(403) === true;
  if (status === 500 && isListed) return { verdict: 'fail' };
  // A 401 may be a stale credential of ours.
  return { verdict: 'inconclusive', reason: 'other-code' };
};

/** Whether the other identity was let in, so that it is worth looking at what came of it. */
export const isLetIn = ({ response }: Exchange): boolean =>
  response !== undefined && (isSuccess(response.status) || response.status === 303);

/** Whether the owner's own call was accepted; one that is sent on may be, too (S1). */
export const isAcceptedTwin = ({ response }: Exchange): boolean =>
  isAccepted(response?.status ?? 0);

/** K4: whether the result of a call is known, so that Assay may ask for a contract again. */
export const isAnswered = ({ response }: Exchange): boolean =>
  !isDisturbance(response?.status, 'contract-create');

const settle = (on: OperationId, call: ForeignCall): Settled => {
  const { foreign, own, effect } = call;
  const settled = settledBy(on, foreign.response?.status);
  if (settled.verdict === 'fail' && effect?.isThere === false)
    return { verdict: 'inconclusive', reason: 'other-code' };
  const isProven = own !== undefined && isAcceptedTwin(own);
  return settled.verdict === 'pass' && !isProven
    ? { verdict: 'inconclusive', reason: 'twin-refused' }
    : settled;
};

/** D10: whoever may read a draft may perhaps ask for its terms with GET. */
const isOpen = (on: OperationId, { decisions }: Pick<Facts, 'decisions'>): boolean => {
  const { step, method } = operation(on);
  return decisions.othersMay === 'read' && step === 'token-terms' && method === 'GET';
};

/**
 * AUTH-05, AUTH-06 (D10, S10): the answer to another identity on an operation without a right to it. A refusal counts only if the
 * service accepts the owner's own call; an admission counts only if its effect shows nothing else.
 */
export const judgeForeignCall = (
  requirement: 'AUTH-05' | 'AUTH-06',
  on: OperationId,
  call: ForeignCall,
  facts: Pick<Facts, 'decisions'>,
): Judgement => {
  const { foreign, own, effect } = call;
  const settled: Settled = isOpen(on, facts)
    ? { verdict: 'observed', reason: 'specification-silent' }
    : settle(on, call);
  const seen = effect === undefined ? '' : `; ${effect.what}`;
  const others = [...(own ? [own.n] : []), ...(effect?.exchanges ?? [])];
  return {
    requirement,
    operation: on,
    ...settled,
    wanted: 'status 403, or 404 to conceal, for another identity',
    got: `${statusText(foreign)}${seen}`,
    exchanges: [...others, foreign.n],
    ...(own ? { twin: own.n } : {}),
  };
};
