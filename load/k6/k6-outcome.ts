import type { K6End } from './run-k6.ts';
import { valueOf } from './k6-summary.ts';

/** Reason why a run of k6 is void: an error of the harness, or a disturbed measurement. */
export interface K6Problem {
  readonly fault: 'harness' | 'measurement';
  readonly text: string;
}

const HARNESS: Readonly<Record<number, string>> = {
  97: 'the cloud run failed',
  98: 'the cloud run made no progress',
  100: 'setup took too long',
  101: 'teardown took too long',
  102: 'a timeout was exceeded',
  104: 'its options are invalid',
  107: 'a script threw an exception, or does not load',
  108: 'a script aborted the test',
  109: 'k6 panicked',
  110: 'a script failed the test',
  255: 'its arguments are invalid',
};
const MEASUREMENT: Readonly<Record<number, string>> = {
  106: 'its REST API could not start, since its port is in use; run it again',
  103: 'it was stopped through its REST API',
  105: 'it was interrupted',
};

const exitProblem = (end: K6End, seconds: number): K6Problem | undefined => {
  if (end.overdue)
    return { fault: 'harness', text: `k6 hung: it was killed after its limit of ${seconds} s` };
  if (end.code === null) {
    const why = end.signal === 'SIGKILL' ? ': out of memory, or killed by someone' : '';
    return { fault: 'measurement', text: `k6 was killed by ${end.signal ?? 'a signal'}${why}` };
  }
  if (end.code === 0 || end.code === 99) return undefined;
  const disturbed = MEASUREMENT[end.code];
  if (disturbed !== undefined)
    return { fault: 'measurement', text: `k6 ended with ${end.code}: ${disturbed}` };
  const first = [...end.messages.errors, ...end.messages.exceptions][0];
  const why = HARNESS[end.code] ?? 'an unknown exit code';
  return {
    fault: 'harness',
    text: `k6 ended with ${end.code}: ${why}${first ? `: ${first}` : ''}`,
  };
};

/** Options that k6 ignores with no more than a warning. */
const isIgnoredOption = (text: string): boolean =>
  /unknown field|There were unknown fields|isn't recogni[sz]ed/i.test(text);

/**
 * Problems of a k6 run apart from its measurements: every exit code, and the cases in which k6 stays green (exceptions,
 * no iteration at all, no summary, unknown options). Empty: the figures are valid. `seconds` is its time limit.
 */
export const k6Problems = (end: K6End, seconds: number): readonly K6Problem[] => {
  // All other problems follow from the abort.
  if (end.aborted) return [{ fault: 'measurement', text: 'the run was stopped' }];
  const problems: K6Problem[] = [];
  const exit = exitProblem(end, seconds);
  // A failure for lack of local resources is neither the service's nor the harness's fault.
  if (end.lack) {
    const times = end.lack.count === 1 ? 'once' : `${end.lack.count} times`;
    problems.push({ fault: 'measurement', text: `k6 logged ${times}: ${end.lack.text}` });
    if (exit) return problems;
  } else if (exit) problems.push(exit);
  if (end.exceptions > 0) {
    const text = `a script threw ${end.exceptions} exceptions, first: ${end.messages.exceptions[0] ?? ''}`;
    problems.push({ fault: 'harness', text });
  }
  const ignored = end.messages.warnings.find(isIgnoredOption);
  if (ignored) problems.push({ fault: 'harness', text: `k6 ignored options: ${ignored}` });
  if (exit) return problems;
  if (!end.summary) problems.push({ fault: 'harness', text: 'k6 wrote no summary of this run' });
  else if (valueOf(end.summary, 'iterations', 'count') === 0)
    problems.push({ fault: 'measurement', text: 'k6 did not run a single iteration' });
  return problems;
};
