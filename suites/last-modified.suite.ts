import { subSeed } from '../generators/sample.ts';
import type { Judgement } from '../oracles/finding.ts';
import { ENOUGH_ANSWERS, isEnoughSeen, judgeLastModified } from '../oracles/last-modified.ts';
import { operation, type OperationId } from '../spec/operations.ts';
import type { Try } from './checks.ts';
import { unreachedJudgements } from './journey/complete.ts';
import { makeCall } from './journey/visit.ts';
import { lastModifiedOf } from './last-modified-seen.ts';
import { prepare } from './preparation.ts';
import { run } from './run.ts';
import { registerWholeRunChecks } from './whole-run-checks.ts';

// A module of its own, after all that writes something: every answer of the run is looked at (C2).

/** Some of the calls may be disturbed. */
const MOST_CALLS = 2 * ENOUGH_ANSWERS;

const isMine = (id: string): boolean => id === 'LASTMOD-01';

/** Why there are too few answers to judge by, from the newest call. */
const callOnce = async (
  on: OperationId,
  test: string,
  seed: number,
): Promise<readonly Judgement[]> => {
  const { state, call, judgements } = await prepare(operation(on), test, seed);
  if (!call) return judgements;
  await makeCall(call, state);
  return [...state.judgements, ...unreachedJudgements(state, [on], isMine)];
};

/** Repeats the operation until there are enough answers, or one that has the header. */
const judge = async (on: OperationId, { test, seed }: Try): Promise<readonly Judgement[]> => {
  let newest: readonly Judgement[] = [];
  const met: Judgement[] = [];
  for (let times = 0; times < MOST_CALLS && !isEnoughSeen(lastModifiedOf(on)); times += 1) {
    newest = await callOnce(on, test, subSeed(seed, times));
    met.push(...newest.filter(({ requirement }) => !isMine(requirement)));
  }
  const judged = judgeLastModified(on, lastModifiedOf(on), run.target);
  return [
    ...met,
    ...(judged.length > 0 ? judged : newest.filter((each) => isMine(each.requirement))),
  ];
};

registerWholeRunChecks('last-modified', 'LASTMOD-01', judge);
