import { programFile } from '../../client/project.ts';
import {
  MIN_BODIES,
  isRefusing,
  judgeAlwaysRefused,
  type RefusedCalls,
  UNLIMITED,
} from '../../oracles/answers/always-refused.ts';
import type { Judgement } from '../../oracles/finding.ts';
import { operation, type OperationId } from '../../spec/operations.ts';
import type { Checks, Try } from '../engine/checks.ts';
import { prepare } from '../engine/preparation.ts';
import { withOwnData } from '../journey/state.ts';
import { makeCall } from '../journey/make-call.ts';

/** Counts without the bodies, which are reported separately. */
const withoutTexts = ({ refused, ...seen }: RefusedCalls): RefusedCalls => ({
  ...seen,
  refused: new Map([...refused.values()].map((n) => [String(n), n])),
});

/** Sends further bodies to an operation that has refused all so far, until there are enough or one is accepted. */
const collect = async (on: OperationId, one: Try): Promise<readonly Judgement[]> => {
  const { run } = one;
  const seen = () => run.memory.answers.refusedCallsOf(on);
  const isWanted = () => run.stop.reason() === undefined && isRefusing(seen());
  const met: Judgement[] = [];
  for (let times = 0; times < MIN_BODIES && isWanted(); times += 1) {
    const { state, call, judgements } = await prepare(on, withOwnData(one, times));
    met.push(...judgements);
    if (!call) break;
    await makeCall(call, state);
    met.push(...state.judgements);
  }
  return [...met, ...run.judge(judgeAlwaysRefused, on, withoutTexts(seen()))];
};

/** LEGAL-01 (D8): no rule limits a car, so a service that refuses every car is wrong even without a control request. */
export const refusedCars: Checks = {
  suite: 'breakdowns',
  file: programFile(import.meta.url),
  judges: [judgeAlwaysRefused],
  checks: UNLIMITED.map((on) => ({
    requirement: 'LEGAL-01',
    line: operation(on).line,
    operations: [on],
    name: `refused/${on}`,
    collect: (one) => collect(on, one),
  })),
};
