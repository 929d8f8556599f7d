import { subSeed } from '../../generators/sample.ts';
import type { Finding } from '../../oracles/finding.ts';
import { requirementOf } from '../../spec/catalogue.ts';
import { playSequence, type PlayedResult } from './play-sequence.ts';
import { describeSequence } from './describe-sequence.ts';
import { type FailedSequence, isFailed, ShrinkableSequence } from './shrink.ts';
import { othersDrafts, type LineRun } from './sequence-state.ts';
import { judgeReplayedSequence } from '../../oracles/state/replayed-sequence.ts';
import { type Cell, cellId } from '../../oracles/ledger.ts';
import type { Line } from '../../spec/line.ts';
import { makeCall } from '../journey/make-call.ts';
import { prepare } from '../engine/preparation.ts';
import { UnknownReplayPath, valueAt } from '../engine/replay.ts';
import type { Run } from '../engine/run.ts';
import { withRepeat } from '../engine/sightings.ts';
import { SEQUENCES } from './drawn-sequences.ts';

/** Test, seed and path of a sequence, for its replay. */
export interface Origin {
  readonly test: string;
  readonly seed: number;
  /** `CellVerdict.path`. */
  readonly path: string;
}

/** Origin of a planned sequence; `path` leads from it to a smaller one. */
export const originOf = (
  { source: { line, seed } }: LineRun,
  index: number,
  path: string,
): Origin => ({
  test: `sequence/${line}/${index}`,
  seed: subSeed(seed, 'data'),
  path: `${line}/${index}/${path}`,
});

type Failed = FailedSequence['performance'];

const findingsFrom = (
  { failure }: Failed,
  origin: Origin,
  steps: readonly string[],
  attempt: 1 | 2,
  seed: number,
): readonly Finding[] =>
  failure.judgements.map((judgement) => ({
    ...judgement,
    // Both failures of a refused legal value must come from different bodies (V17), distinguished by their tests.
    test: seed === origin.seed ? origin.test : `${origin.test}/again`,
    attempt,
    seed,
    path: origin.path,
    steps,
  }));

/** True if a repeat must use other data, to prove that the state and not the body is refused. */
const needsOtherBody = ({ failure }: Failed): boolean =>
  failure.judgements.some(
    ({ requirement }) => requirementOf(requirement).proof === 'accepted-control-two-bodies',
  );

/** Findings of a small sequence: the one that revealed it, and those on fresh drafts. */
export const findingsOf = async (
  run: LineRun,
  { commands, performance: first }: FailedSequence,
  origin: Origin,
): Promise<readonly Finding[]> => {
  const steps = describeSequence(run.source.line, commands, othersDrafts(run));
  const { test } = origin;
  const seed = needsOtherBody(first) ? subSeed(origin.seed, 'again') : origin.seed;
  // A different failure is a finding of its own.
  const lookAgain = async (): Promise<readonly Finding[]> => {
    const second = await playSequence(run, commands, { test: `${test}/again`, seed });
    return isFailed(second) ? findingsFrom(second, origin, steps, 2, seed) : [];
  };
  return withRepeat(findingsFrom(first, origin, steps, 1, origin.seed), lookAgain, () => true);
};

/** `travel/3/0:12:4`: the line, the number of the planned sequence, fast-check's path from there. */
const PATH = /^(\w+)\/(\d+)\/([\d:]+)$/;

/** Tests if a replay path is that of a sequence on this line. */
export const isSequencePath = (path: string, line: Line): boolean => PATH.exec(path)?.[1] === line;

const settled = (
  run: Run,
  { requirement, operation: on }: Cell,
  { exchanges, failure, isDisturbed, isComplete }: PlayedResult,
  { test, seed, path }: Origin,
): Finding => {
  const played = { exchanges, broken: failure?.judgements[0], isDisturbed, isWhole: isComplete };
  const judged = run.judge(judgeReplayedSequence, requirement, on, played);
  return { ...judged, test, attempt: 1, seed, path };
};

/**
 * A call of the operation in a plain journey, for a fail that needs an accepted control request and had none in its sequence.
 */
const controlOf = async (
  run: Run,
  { operation: on }: Cell,
  origin: Origin,
): Promise<readonly Finding[]> => {
  const test = `${origin.test}/twin`;
  const seed = subSeed(origin.seed, 'twin', on);
  const { call, state } = await prepare(on, { run, test, seed });
  if (!call) return [];
  const before = state.judgements.length;
  await makeCall(call, state);
  return state.judgements.slice(before).map((each) => ({ ...each, test, attempt: 1, seed }));
};

const needsControl = ({ requirement, verdict, twin: control, ownEvidence }: Finding): boolean =>
  verdict === 'fail' &&
  control === undefined &&
  ownEvidence !== true &&
  requirementOf(requirement).proof !== 'two-sightings';

/** The result of one cell of the replay: the sequence's finding, else the last state that it reached. */
const resultOf = async (
  run: Run,
  cell: Cell,
  found: readonly Finding[],
  played: PlayedResult,
  origin: Origin,
): Promise<readonly Finding[]> => {
  const own = found.filter((each) => cellId(each.requirement, each.operation) === cell.id);
  if (own.length === 0) return [settled(run, cell, played, origin)];
  return own.some(needsControl) ? [...own, ...(await controlOf(run, cell, origin))] : own;
};

/** Replays the one sequence that a path names (`isSequencePath`). Throws UnknownReplayPath. */
export const replaySequence = async (run: LineRun, path: string): Promise<readonly Finding[]> => {
  const [, , number = '0', rest = '0'] = PATH.exec(path) ?? [];
  const index = Number(number);
  if (index >= SEQUENCES.most) throw new UnknownReplayPath(path);
  const planned = new ShrinkableSequence(run.source.line, run.sequence(index));
  const commands = valueAt(planned, rest, path);
  const origin = originOf(run, index, rest);
  const played = await playSequence(run, commands, origin);
  const found = isFailed(played)
    ? await findingsOf(run, { commands, performance: played, path: rest }, origin)
    : [];
  const findings: Finding[] = [];
  for (const cell of run.cells) {
    findings.push(...(await resultOf(run, cell, found, played, origin)));
  }
  run.write(findings);
  return findings;
};
