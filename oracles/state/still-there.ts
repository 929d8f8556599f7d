import type { Exchange } from '../../spec/exchange.ts';
import { isSuccess } from '../answers/answer-form.ts';
import type { Judgement } from '../finding.ts';
import { isDisturbance, isTransportStatus } from '../../spec/transport-statuses.ts';

/**
 * D13: whether a thing that answered before still does, after an operation that named something else or only read or
 * updated it. A refusal or a server error is a fail; a stale credential and the codes of transport settle nothing.
 */
export const stillThere = ({ response }: Exchange): Pick<Judgement, 'verdict' | 'reason'> => {
  const status = response?.status;
  if (status === undefined || isDisturbance(status)) {
    return { verdict: 'inconclusive', reason: 'disturbance' };
  }
  if (isSuccess(status)) return { verdict: 'pass' };
  if (status < 400) return { verdict: 'observed', reason: 'specification-silent' };
  if (status === 401) return { verdict: 'inconclusive', reason: 'other-code' };
  if (isTransportStatus(status)) return { verdict: 'inconclusive', reason: 'unlisted-sane-code' };
  return { verdict: 'fail' };
};
