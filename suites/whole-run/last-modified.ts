import { programFile } from '../../client/project.ts';
import type { Judgement } from '../../oracles/finding.ts';
import {
  MIN_ANSWERS,
  isEnoughSeen,
  judgeLastModified,
} from '../../oracles/answers/last-modified.ts';
import type { OperationId } from '../../spec/operations.ts';
import { type Checks, type Try, wholeRunChecks } from '../engine/checks.ts';
import { prepare } from '../engine/preparation.ts';
import { withOwnData } from '../journey/state.ts';
import { unreachedJudgements } from '../journey/unreached.ts';
import { makeCall } from '../journey/make-call.ts';

const REQUIREMENT = 'LASTMOD-01';

/** Some of the calls may be disturbed. */
const MAX_CALLS = 2 * MIN_ANSWERS;

const isMine = (id: string): boolean => id === REQUIREMENT;

/** The reason why there are too few answers to judge, from the newest call. */
const callOnce = async (on: OperationId, one: Try): Promise<readonly Judgement[]> => {
  const { state, call, judgements } = await prepare(on, one);
  if (!call) return judgements;
  await makeCall(call, state);
  return [...state.judgements, ...unreachedJudgements(state, [on], isMine)];
};

/** Repeats the operation until there are enough answers, or one with the header. */
const collect = async (on: OperationId, one: Try): Promise<readonly Judgement[]> => {
  const { run } = one;
  const seen = () => run.memory.answers.lastModifiedOf(on);
  let newest: readonly Judgement[] = [];
  const met: Judgement[] = [];
  for (let times = 0; times < MAX_CALLS && !isEnoughSeen(seen()); times += 1) {
    newest = await callOnce(on, withOwnData(one, times));
    met.push(...newest.filter(({ requirement }) => !isMine(requirement)));
  }
  const judged = run.judge(judgeLastModified, on, seen(), run.target);
  return [
    ...met,
    ...(judged.length > 0 ? judged : newest.filter((each) => isMine(each.requirement))),
  ];
};

/** LASTMOD-01 (C2): checks every answer of the run, after all suites that write. */
export const lastModified: Checks = {
  suite: 'last-modified',
  file: programFile(import.meta.url),
  judges: [judgeLastModified],
  checks: wholeRunChecks(REQUIREMENT, collect),
};
