import { programFile } from '../../client/project.ts';
import {
  MIN_REQUESTS,
  isSuspected,
  judgeAlwaysBroken,
  judgeAnsweredOtherwise,
  type LegalCalls,
} from '../../oracles/answers/always-broken.ts';
import type { Judgement } from '../../oracles/finding.ts';
import type { OperationId } from '../../spec/operations.ts';
import { type Checks, type Try, wholeRunChecks } from '../engine/checks.ts';
import { prepare } from '../engine/preparation.ts';
import { withOwnData } from '../journey/state.ts';
import { makeCall } from '../journey/make-call.ts';

/** Counts without the requests, which are reported separately. */
const withoutTexts = ({ broken, ...seen }: LegalCalls): LegalCalls => ({
  ...seen,
  broken: new Map([...broken.values()].map((n) => [String(n), n])),
});

/** Repeats an operation whose answers were all server errors so far, until there are enough or it gives another answer. */
const collect = async (on: OperationId, one: Try): Promise<readonly Judgement[]> => {
  const { run } = one;
  const seen = () => run.memory.answers.legalCallsOf(on);
  const isWanted = () => run.stop.reason() === undefined && isSuspected(seen());
  const met: Judgement[] = [];
  for (let times = 0; times < MIN_REQUESTS && isWanted(); times += 1) {
    const { state, call, judgements } = await prepare(on, withOwnData(one, times));
    if (call) await makeCall(call, state);
    met.push(...judgements);
    if (!call) break;
  }
  const { otherwise } = seen();
  const broken = run.judge(judgeAlwaysBroken, on, withoutTexts(seen()));
  if (broken.length > 0 || otherwise === undefined) return [...met, ...broken];
  return [...met, run.judge(judgeAnsweredOtherwise, on, otherwise)];
};

/** ERROR-01 (S9): operations that answer every legal call of the run with a server error; after all suites with legal calls. */
export const alwaysBroken: Checks = {
  suite: 'breakdowns',
  file: programFile(import.meta.url),
  judges: [judgeAlwaysBroken, judgeAnsweredOtherwise],
  checks: wholeRunChecks('ERROR-01', collect),
};
