import {
  type LegalCalls,
  ENOUGH_REQUESTS,
  isSuspected,
  judgeAlwaysBroken,
  judgeAnsweredOtherwise,
} from '../oracles/answers/always-broken.ts';
import { subSeed } from '../generators/sample.ts';
import type { Judgement } from '../oracles/finding.ts';
import { operation, type OperationId } from '../spec/operations.ts';
import type { Try } from './checks.ts';
import { makeCall } from './journey/visit.ts';
import { legalCallsOf } from './legal-calls-seen.ts';
import { prepare } from './preparation.ts';
import type { Run } from './run.ts';
import type { Suite } from './suite.ts';
import { wholeRunSuite } from './whole-run-checks.ts';

/** What was sent is told apart, and not kept. */
const withoutTexts = ({ broken, ...seen }: LegalCalls): LegalCalls => ({
  ...seen,
  broken: new Map([...broken.values()].map((n) => [String(n), n])),
});

/** Repeats an operation that has only broken down so far, until that is enough or another answer came. */
const collect = async (
  run: Run,
  on: OperationId,
  { test, seed }: Try,
): Promise<readonly Judgement[]> => {
  const met: Judgement[] = [];
  const isWanted = (): boolean =>
    run.stop.reason() === undefined && isSuspected(legalCallsOf(run, on));
  for (let times = 0; times < ENOUGH_REQUESTS && isWanted(); times += 1) {
    const prepared = await prepare(run, operation(on), test, subSeed(seed, times));
    const { state, call, judgements } = prepared;
    if (call) await makeCall(run, call, state);
    met.push(...judgements);
    if (!call) break;
  }
  const seen = legalCallsOf(run, on);
  const { otherwise } = seen;
  const broken = run.judge(judgeAlwaysBroken, on, withoutTexts(seen));
  if (broken.length > 0 || otherwise === undefined) return [...met, ...broken];
  return [...met, run.judge(judgeAnsweredOtherwise, on, otherwise)];
};

/**
 * ERROR-01 (S9): operations that break down at every legal call of the run; after all that makes legal calls, and also where the
 * service was given up.
 */
export const breakdownsSuite = (run: Run): Suite => {
  const suite = wholeRunSuite(run, 'breakdowns', 'ERROR-01', (on, one) => collect(run, on, one));
  return { ...suite, tests: suite.tests.map((test) => ({ ...test, judgesWhatWasSeen: true })) };
};
