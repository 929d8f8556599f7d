import type { RefinedResponse, ResponseType } from 'k6/http';
import { Counter } from 'k6/metrics';
import { METRICS } from '../measures.ts';
import { unansweredReason } from '../failures.ts';
import { log } from './log.ts';

const unanswered = new Counter(METRICS.unanswered);

/** Maximum number of events of one virtual user. */
const TOLD = 100;
let told = 0;
let isSilent = false;

/**
 * Counts requests without an answer, and emits an event when answers stop or resume. `nowhere`: the run was aborted
 * meanwhile; k6 does not count it.
 */
export const hear = (response: RefinedResponse<ResponseType>): 'answer' | 'silence' | 'nowhere' => {
  const { status, error, error_code: code } = response;
  if (status === 0 && error === 'context canceled') return 'nowhere';
  const before = isSilent;
  isSilent = status === 0;
  const reason = isSilent ? unansweredReason(code, error) : null;
  if (reason !== null) unanswered.add(1, { reason });
  if (before !== isSilent && told < TOLD) {
    told += 1;
    log({ assay: 'silence', at: Math.round(Date.now() - response.timings.duration), reason });
  }
  return isSilent ? 'silence' : 'answer';
};
