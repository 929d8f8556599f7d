import type { RefinedResponse, ResponseType } from 'k6/http';
import { Counter } from 'k6/metrics';
import { METRICS } from '../measures.ts';
import { unansweredReason } from '../failures.ts';
import { emit } from './emit.ts';

const unanswered = new Counter(METRICS.unanswered);

/** Maximum number of events of one virtual user. */
const EVENTS = 100;
let emitted = 0;
let isSilent = false;

/**
 * Counts requests without an answer, and emits an event when answers stop or resume. `nowhere`: the run was aborted
 * meanwhile; k6 does not count it.
 */
export const trackOutage = (
  response: RefinedResponse<ResponseType>,
): 'answer' | 'silence' | 'nowhere' => {
  const { status, error, error_code: code } = response;
  if (status === 0 && error === 'context canceled') return 'nowhere';
  const before = isSilent;
  isSilent = status === 0;
  const reason = isSilent ? unansweredReason(code, error) : null;
  if (reason !== null) unanswered.add(1, { reason });
  if (before !== isSilent && emitted < EVENTS) {
    emitted += 1;
    emit({ assay: 'silence', at: Math.round(Date.now() - response.timings.duration), reason });
  }
  return isSilent ? 'silence' : 'answer';
};
