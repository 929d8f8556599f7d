import { UsageError } from '../../client/usage-error.ts';
import { selectIds } from '../../client/did-you-mean.ts';
import { CATALOGUE, requirementOf, type RequirementId } from '../../spec/catalogue.ts';
import { LINES } from '../../spec/line.ts';
import { isJudged } from '../../spec/requirement.ts';
import { nothingToJudgeError } from '../begin-run.ts';
import { type ServiceOptions, MAX_DRAFTS } from '../run-options.ts';
import {
  chooseRun,
  type ChosenRun,
  gateSuggestion,
  judgedBy,
  operationsIn,
  type RunSearch,
  type ReplayRequest,
} from './replay-choice.ts';
import { runArgument } from './replay-line.ts';
import { checkReplayPath, type ShrunkCase, shrunkCaseOf } from './shrunk-case.ts';
import { findingsOf, type ReplayedRun } from '../../store/replay-source.ts';
import { callerService, otherAddress, subjectOf, recordedAddress } from './replay-subject.ts';
import type { RunOrder } from '../run-order.ts';

/** Options of a replay. */
export interface ReplayOptions extends ServiceOptions {
  readonly seed?: number;
  readonly path?: string;
  /** A folder, or the name of one below `out`. Default: the newest that fits. */
  readonly run?: string;
  /** Absolute folder in which runs are searched, and the replay's folder is created. */
  readonly out: string;
}

/** Probes that showed a violation of a requirement, or were inconclusive. */
const probesOf = (run: ReplayedRun, requirements: readonly RequirementId[]): readonly string[] => {
  const open = findingsOf(run.folder).filter(
    ({ requirement, verdict }) =>
      requirements.includes(requirement) && (verdict === 'fail' || verdict === 'inconclusive'),
  );
  return [...new Set(open.map(({ test }) => test))];
};

/** Cells of the run for the requirements, or those of the shrunk case. */
const scopeOf = (
  run: ReplayedRun,
  { requirements, path }: ReplayRequest,
): ShrunkCase | Pick<RunOrder, 'requirement' | 'operation' | 'probes'> => {
  const { lines, selection } = run.start;
  if (path !== undefined) {
    checkReplayPath(path, requirements, lines);
    return shrunkCaseOf(path, requirements, run);
  }
  const requirement = judgedBy(run.start, requirements);
  return {
    requirement,
    operation: selection.cells
      ? [...new Set(requirement.flatMap((id) => operationsIn(run.start, id)))]
      : (selection.operations ?? undefined),
    probes: probesOf(run, requirement),
  };
};

/** Drafts per line of a run. Throws UsageError if they exceed the maximum. */
const draftsOf = ({ start, folder }: ReplayedRun): number => {
  const drafts = Math.max(1, ...Object.values(start.runs));
  if (drafts <= MAX_DRAFTS) return drafts;
  throw new UsageError(
    `${folder.run} states ${drafts} drafts per line, but no run creates more than ${MAX_DRAFTS}; the file was changed after the run`,
  );
};

/** The run's own order, limited to the cells of these requirements, on the caller's service. */
const orderOf = async (
  run: ReplayedRun,
  wanted: ReplayRequest,
  options: ReplayOptions,
  { out, version, caller }: RunSearch,
): Promise<RunOrder> => {
  const { lines, seed, today, thorough } = run.start;
  const again = gateSuggestion({ named: wanted.named, seed }, caller, run.start);
  return {
    command: 'replay',
    version,
    out,
    line: lines,
    runs: draftsOf(run),
    seed,
    today,
    thorough,
    fault: [],
    ...scopeOf(run, wanted),
    ...(await subjectOf(run, options, caller, again)),
  };
};

/** `replays 20261122-035253-gate-5 (gate, data of 2026-11-22), the newest run …`. */
const headlineOf = ({ run, why }: ChosenRun, { caller }: RunSearch): string => {
  const { command, today, state } = run.start;
  const what = state === 'finished' ? command : `${command}, not finished`;
  const reason = why === '' ? '' : `, ${why}`;
  const other = run.start.embedded ? otherAddress(run.start, caller) : undefined;
  const note =
    other === undefined
      ? ''
      : `\n  it was of ${recordedAddress(run.start)}, and so is the replay, whatever ASSAY_BASE_URL says (${other})`;
  return `replays ${runArgument(run.folder)} (${what}, data of ${today})${reason}${note}`;
};

/** Order of a replay, and a sentence that identifies its run. Throws UsageError and TargetError. */
export const replayOrder = async (
  id: string,
  options: ReplayOptions,
  version: string,
): Promise<{ readonly order: RunOrder; readonly headline: string }> => {
  const { seed, path, run, out } = options;
  const requirements = selectIds([id], [...CATALOGUE.keys()], 'requirement');
  if (!requirements.some((each) => isJudged(requirementOf(each)))) {
    throw nothingToJudgeError({ lines: LINES, requirements });
  }
  const wanted: ReplayRequest = { named: id, requirements, seed, path };
  const place: RunSearch = { out, version, caller: await callerService(options) };
  const choice = chooseRun(run, wanted, place);
  const order = await orderOf(choice.run, wanted, options, place);
  return { order, headline: headlineOf(choice, place) };
};
