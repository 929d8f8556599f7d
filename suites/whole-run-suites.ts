import type { Judgement } from '../oracles/finding.ts';
import {
  ENOUGH_ANSWERS,
  isEnoughSeen,
  judgeLastModified,
} from '../oracles/answers/last-modified.ts';
import type { OperationId } from '../spec/operations.ts';
import { type Try, wholeRunSuite } from './engine/checks.ts';
import { unreachedJudgements } from './journey/unreached.ts';
import { makeCall } from './journey/visit.ts';
import { prepare } from './engine/preparation.ts';
import type { Run } from './engine/run.ts';
import type { Suite } from './engine/suite.ts';
import {
  type LegalCalls,
  ENOUGH_REQUESTS,
  isSuspected,
  judgeAlwaysBroken,
  judgeAnsweredOtherwise,
} from '../oracles/answers/always-broken.ts';
import { anew } from './journey/state.ts';

/** Some of the calls may be disturbed. */
const MOST_CALLS = 2 * ENOUGH_ANSWERS;

const isMine = (id: string): boolean => id === 'LASTMOD-01';

/** Why there are too few answers to judge by, from the newest call. */
const callOnce = async (on: OperationId, one: Try): Promise<readonly Judgement[]> => {
  const { state, call, judgements } = await prepare(on, one);
  if (!call) return judgements;
  await makeCall(call, state);
  return [...state.judgements, ...unreachedJudgements(state, [on], isMine)];
};

/** Repeats the operation until there are enough answers, or one that has the header. */
const collectLastModified = async (on: OperationId, one: Try): Promise<readonly Judgement[]> => {
  const { run } = one;
  const seen = () => run.memory.answers.lastModifiedOf(on);
  let newest: readonly Judgement[] = [];
  const met: Judgement[] = [];
  for (let times = 0; times < MOST_CALLS && !isEnoughSeen(seen()); times += 1) {
    newest = await callOnce(on, anew(one, times));
    met.push(...newest.filter(({ requirement }) => !isMine(requirement)));
  }
  const judged = run.judge(judgeLastModified, on, seen(), run.target);
  return [
    ...met,
    ...(judged.length > 0 ? judged : newest.filter((each) => isMine(each.requirement))),
  ];
};

/** LASTMOD-01 (C2): every answer of the run is looked at; after all that writes something. */
export const lastModifiedSuite = (run: Run): Suite =>
  wholeRunSuite(run, 'last-modified', 'LASTMOD-01', collectLastModified);

/** What was sent is told apart, and not kept. */
const withoutTexts = ({ broken, ...seen }: LegalCalls): LegalCalls => ({
  ...seen,
  broken: new Map([...broken.values()].map((n) => [String(n), n])),
});

/** Repeats an operation that has only broken down so far, until that is enough or another answer came. */
const collectBreakdowns = async (on: OperationId, one: Try): Promise<readonly Judgement[]> => {
  const { run } = one;
  const seen = () => run.memory.answers.legalCallsOf(on);
  const isWanted = () => run.stop.reason() === undefined && isSuspected(seen());
  const met: Judgement[] = [];
  for (let times = 0; times < ENOUGH_REQUESTS && isWanted(); times += 1) {
    const { state, call, judgements } = await prepare(on, anew(one, times));
    if (call) await makeCall(call, state);
    met.push(...judgements);
    if (!call) break;
  }
  const { otherwise } = seen();
  const broken = run.judge(judgeAlwaysBroken, on, withoutTexts(seen()));
  if (broken.length > 0 || otherwise === undefined) return [...met, ...broken];
  return [...met, run.judge(judgeAnsweredOtherwise, on, otherwise)];
};

/**
 * ERROR-01 (S9): operations that break down at every legal call of the run; after all that makes legal calls, and also where the
 * service was given up.
 */
export const breakdownsSuite = (run: Run): Suite => {
  const suite = wholeRunSuite(run, 'breakdowns', 'ERROR-01', collectBreakdowns);
  return { ...suite, tests: suite.tests.map((test) => ({ ...test, judgesWhatWasSeen: true })) };
};
