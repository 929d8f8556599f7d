import { judgeReplayedSequence } from '../../oracles/state/replayed-sequence.ts';
import { subSeed } from '../../generators/sample.ts';
import type { Finding } from '../../oracles/finding.ts';
import { type Cell, cellId } from '../../oracles/ledger.ts';
import { requirementOf } from '../../spec/catalogue.ts';
import type { Line } from '../../spec/line.ts';
import { operation } from '../../spec/operations.ts';
import { makeCall } from '../journey/visit.ts';
import { prepare } from '../preparation.ts';
import { LeadsNowhere, valueAt } from '../replayed-path.ts';
import type { Run } from '../run.ts';
import { type Exploration, isFailed, originOf, SEQUENCES, sourceOf } from './explore.ts';
import { findingsOf, type Origin } from './findings.ts';
import { perform, type Performance } from './perform.ts';
import { planSequences } from './plan.ts';
import { shrinkableSequence } from './shrinkable.ts';

/** `travel/3/0:12:4`: the line, the number of the planned sequence, fast-check's path from there. */
const PATH = /^(\w+)\/(\d+)\/([\d:]+)$/;

/** Whether a replay's path leads to a sequence of this line. */
export const leadsTo = (path: string, line: Line): boolean => PATH.exec(path)?.[1] === line;

const settled = (
  run: Run,
  { requirement, operation: on }: Cell,
  { exchanges, failure, isDisturbed, isWhole }: Performance,
  { test, seed, path }: Origin,
): Finding => {
  const played = { exchanges, broken: failure?.judgements[0], isDisturbed, isWhole };
  const judged = run.judge(judgeReplayedSequence, requirement, on, played);
  return { ...judged, test, attempt: 1, seed, path };
};

/** A call of the operation in a plain journey, for a fail that needs an accepted twin and met none in its sequence. */
const twinOf = async (
  run: Run,
  { operation: on }: Cell,
  origin: Origin,
): Promise<readonly Finding[]> => {
  const test = `${origin.test}/twin`;
  const seed = subSeed(origin.seed, 'twin', on);
  const { call, state } = await prepare(run, operation(on), test, seed);
  if (!call) return [];
  const before = state.judgements.length;
  await makeCall(run, call, state);
  return state.judgements.slice(before).map((each) => ({ ...each, test, attempt: 1, seed }));
};

const needsTwin = ({ requirement, verdict, twin, ownEvidence }: Finding): boolean =>
  verdict === 'fail' &&
  twin === undefined &&
  ownEvidence !== true &&
  requirementOf(requirement).proof !== 'two-sightings';

/** What is said of one cell of the replay: what the sequence showed of it, else how far it came. */
const toldOf = async (
  run: Run,
  cell: Cell,
  found: readonly Finding[],
  played: Performance,
  origin: Origin,
): Promise<readonly Finding[]> => {
  const own = found.filter((each) => cellId(each.requirement, each.operation) === cell.id);
  if (own.length === 0) return [settled(run, cell, played, origin)];
  return own.some(needsTwin) ? [...own, ...(await twinOf(run, cell, origin))] : own;
};

/** Plays again the one sequence to which a path leads (`leadsTo`). Throws LeadsNowhere. */
export const replaySequence = async (run: Run, line: Line, path: string): Promise<Exploration> => {
  const [, , number = '0', rest = '0'] = PATH.exec(path) ?? [];
  const index = Number(number);
  const source = sourceOf(run, line);
  const planned = index < SEQUENCES.most ? planSequences(source, index + 1)[index] : undefined;
  if (!planned) throw new LeadsNowhere(path);
  const commands = valueAt(shrinkableSequence(line, planned), rest, path);
  const origin = originOf(source, index, rest);
  const played = await perform(run, line, commands, origin);
  const found = isFailed(played)
    ? await findingsOf(run, { commands, performance: played, path: rest }, origin)
    : [];
  const findings: Finding[] = [];
  for (const cell of run.cells) {
    findings.push(...(await toldOf(run, cell, found, played, origin)));
  }
  run.write(findings);
  return { findings };
};
