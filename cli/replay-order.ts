import { selectIds } from '../client/select-ids.ts';
import { CATALOGUE, requirementOf, type RequirementId } from '../spec/catalogue.ts';
import { LINES } from '../spec/line.ts';
import { isJudged } from '../spec/requirement.ts';
import { nothingToJudge } from './nothing-to-judge.ts';
import { chooseRun } from './replay-choice.ts';
import { type Choice, gateInstead, judgedBy, type Wanted } from './replay-fit.ts';
import { runWord } from './replay-line.ts';
import { checkReplayPath, type SmallCase, smallCaseOf } from './replay-path.ts';
import { findingsOf, type ReplayedRun } from './replay-source.ts';
import { otherAddress, subjectOf, whereOf } from './replay-subject.ts';
import type { RunOrder } from './run-order.ts';

/** What a caller says of a replay. */
export interface ReplayOptions {
  readonly seed?: number;
  readonly path?: string;
  /** A folder, or the name of one below `out`. Left out: the newest that fits. */
  readonly run?: string;
  /** Absolute: where runs are looked for, and where the replay's own folder is made. */
  readonly out: string;
  /** No certificate is verified; so it is by itself where none was in the run. */
  readonly insecure?: boolean;
}

/** The probes that showed a requirement to be broken, or could not tell. */
const probesOf = (run: ReplayedRun, requirements: readonly RequirementId[]): readonly string[] => {
  const open = findingsOf(run.folder).filter(
    ({ requirement, verdict }) =>
      requirements.includes(requirement) && (verdict === 'fail' || verdict === 'inconclusive'),
  );
  return [...new Set(open.map(({ test }) => test))];
};

/** Of the run's own cells those of the requirements, or those that the small case showed. */
const scopeOf = (
  run: ReplayedRun,
  { requirements, path }: Wanted,
): SmallCase | Pick<RunOrder, 'requirement' | 'operation' | 'probes'> => {
  const { lines, selection } = run.start;
  if (path !== undefined) {
    checkReplayPath(path, requirements, lines);
    return smallCaseOf(path, requirements, run);
  }
  const requirement = judgedBy(run.start, requirements);
  return {
    requirement,
    ...(selection.operations === null ? {} : { operation: selection.operations }),
    probes: probesOf(run, requirement),
  };
};

/** The run's own order, for the cells of these requirements. */
const orderOf = async (
  run: ReplayedRun,
  wanted: Wanted,
  out: string,
  version: string,
): Promise<RunOrder> => {
  const { lines, runs, seed, today, thorough } = run.start;
  return {
    command: 'replay',
    version,
    out,
    line: lines,
    runs: Math.max(1, ...Object.values(runs)),
    seed,
    today,
    thorough,
    fault: [],
    ...scopeOf(run, wanted),
    ...(await subjectOf(run, (start) => gateInstead({ named: wanted.named, seed }, start))),
  };
};

/** `replays 20261122-035253-gate-5 (gate, data of 2026-11-22), the newest run …`. */
const headlineOf = ({ run, why }: Choice): string => {
  const { command, today, state } = run.start;
  const what = state === 'finished' ? command : `${command}, not finished`;
  const reason = why === '' ? '' : `, ${why}`;
  const other = otherAddress(run.start);
  const note =
    other === undefined
      ? ''
      : `\n  it was of ${whereOf(run.start)}, and so is the replay, whatever ASSAY_BASE_URL says (${other})`;
  return `replays ${runWord(run.folder)} (${what}, data of ${today})${reason}${note}`;
};

/** What a replay is to send and against what, and a sentence that says which run it is of. Throws UsageError and TargetError. */
export const replayOrder = async (
  id: string,
  { seed, path, run, out, insecure }: ReplayOptions,
  version: string,
): Promise<{ readonly order: RunOrder; readonly headline: string }> => {
  const requirements = selectIds([id], [...CATALOGUE.keys()], 'requirement');
  if (!requirements.some((each) => isJudged(requirementOf(each)))) {
    throw nothingToJudge({ lines: LINES, requirements });
  }
  const wanted: Wanted = {
    named: id,
    requirements,
    ...(seed === undefined ? {} : { seed }),
    ...(path === undefined ? {} : { path }),
  };
  const choice = chooseRun(run, wanted, { out, version });
  const order = await orderOf(choice.run, wanted, out, version);
  return { order: insecure ? { ...order, insecure } : order, headline: headlineOf(choice) };
};
