import { subSeed } from '../generators/sample.ts';
import type { Judgement } from '../oracles/finding.ts';
import {
  ENOUGH_ANSWERS,
  isEnoughSeen,
  judgeLastModified,
} from '../oracles/answers/last-modified.ts';
import { operation, type OperationId } from '../spec/operations.ts';
import type { Try } from './checks.ts';
import { unreachedJudgements } from './journey/complete.ts';
import { makeCall } from './journey/visit.ts';
import { lastModifiedOf } from './last-modified-seen.ts';
import { prepare } from './preparation.ts';
import type { Run } from './run.ts';
import type { Suite } from './suite.ts';
import { wholeRunSuite } from './whole-run-checks.ts';

/** Some of the calls may be disturbed. */
const MOST_CALLS = 2 * ENOUGH_ANSWERS;

const isMine = (id: string): boolean => id === 'LASTMOD-01';

/** Why there are too few answers to judge by, from the newest call. */
const callOnce = async (
  run: Run,
  on: OperationId,
  test: string,
  seed: number,
): Promise<readonly Judgement[]> => {
  const { state, call, judgements } = await prepare(run, operation(on), test, seed);
  if (!call) return judgements;
  await makeCall(run, call, state);
  return [...state.judgements, ...unreachedJudgements(run, state, [on], isMine)];
};

/** Repeats the operation until there are enough answers, or one that has the header. */
const collect = async (
  run: Run,
  on: OperationId,
  { test, seed }: Try,
): Promise<readonly Judgement[]> => {
  let newest: readonly Judgement[] = [];
  const met: Judgement[] = [];
  for (let times = 0; times < MOST_CALLS && !isEnoughSeen(lastModifiedOf(run, on)); times += 1) {
    newest = await callOnce(run, on, test, subSeed(seed, times));
    met.push(...newest.filter(({ requirement }) => !isMine(requirement)));
  }
  const judged = run.judge(judgeLastModified, on, lastModifiedOf(run, on), run.target);
  return [
    ...met,
    ...(judged.length > 0 ? judged : newest.filter((each) => isMine(each.requirement))),
  ];
};

/** LASTMOD-01 (C2): every answer of the run is looked at; after all that writes something. */
export const lastModifiedSuite = (run: Run): Suite =>
  wholeRunSuite(run, 'last-modified', 'LASTMOD-01', (on, one) => collect(run, on, one));
