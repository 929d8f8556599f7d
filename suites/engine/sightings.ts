import type { Call } from '../../client/http/client.ts';
import { isDisturbed, isOpen, type Judgement } from '../../oracles/finding.ts';
import { judgeTemporaryRefusal } from '../../oracles/answers/legal-call.ts';
import type { Exchange } from '../../spec/exchange.ts';
import type { Run } from './run.ts';
import { judgeAnswer } from '../journey/every-answer.ts';

/**
 * Findings of a first try, and of a repeat if any is doubtful (rule section 0): with the same data if an answer was lost, since
 * these data may be the cause, else with fresh data. Drops no finding.
 */
export const withRepeat = async <Judged extends Judgement>(
  first: readonly Judged[],
  lookAgain: (data: 'same' | 'fresh') => Promise<readonly Judged[]>,
  isDoubtful: (judged: Judged) => boolean = isOpen,
): Promise<readonly Judged[]> => {
  if (first.some(isDisturbed)) return [...first, ...(await lookAgain('same'))];
  return first.some(isDoubtful) ? [...first, ...(await lookAgain('fresh'))] : first;
};

/** Records the failures that the universal oracles find in answers outside a journey. */
export const recordSightings = (run: Run, test: string, answers: readonly Exchange[]): void => {
  for (const answer of answers) run.memory.met.note(test, judgeAnswer(run, answer));
};

/** Prefixes of tests that send invalid content, which a draft may then show. */
const OF_INVALID_CONTENT = ['observations/', 'robustness/'];

/**
 * Reports failures that answers showed on the way, and that no suite has reported (rule section 0). One that was met once stays
 * open.
 */
export const reportOthers = (run: Run): void => {
  const { met, temporaryRefusals } = run.memory;
  const { seed } = run.plan;
  // Also of a run that was stopped within these tests.
  for (const prefix of OF_INVALID_CONTENT) met.drop(prefix);
  run.write(met.takeUnreported().map(([test, judged]) => ({ ...judged, test, attempt: 1, seed })));
  for (const each of temporaryRefusals.take(run.target.decisions.readBackDelay)) {
    const judged = run.judge(judgeTemporaryRefusal, each, run.target);
    if (judged) run.write([{ ...judged, test: each.refused.test, attempt: 1, seed }]);
  }
};

/** Sends a call for a check of one property, and records all other failures of its answer. */
export const sendRecorded = async (run: Run, call: Call): Promise<Exchange> => {
  const answer = await run.client.send(call);
  recordSightings(run, call.test, [answer]);
  return answer;
};
