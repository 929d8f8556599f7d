import { existsSync, realpathSync } from 'node:fs';
import { basename, join, resolve } from 'node:path';
import { didYouMean } from '../../client/did-you-mean.ts';
import { resolveCallerPath, runsFolder } from '../../client/project.ts';
import { UsageError } from '../../client/usage-error.ts';
import { latestName, type RunFolder } from '../../store/run-folder.ts';
import { runArgument } from './replay-line.ts';
import {
  runNames,
  type ReplayedRun,
  replayedRunAt,
  type RunStarted,
} from '../../store/replay-source.ts';
import { isPackedRun, unpackedRun } from '../../store/resolve-run.ts';
import { shellWord } from '../../client/shell-word.ts';
import { requirementOf, type RequirementId } from '../../spec/catalogue.ts';
import { matchesGlob } from '../../spec/glob.ts';
import { operation, type OperationId } from '../../spec/operations.ts';
import { printable } from '../../store/printable.ts';
import { type CallerService, otherAddress, recordedAddress } from './replay-subject.ts';
import type { CellVerdict, Finding } from '../../oracles/finding.ts';
import { cellId } from '../../oracles/ledger.ts';
import { readJsonLines } from '../../store/json-lines.ts';

/** Runs of gate and certify, without replays and unreadable folders. */
const runsBelow = ({ out, version }: Pick<RunSearch, 'out' | 'version'>): readonly ReplayedRun[] =>
  runNames(out).flatMap((name) => {
    try {
      const run = replayedRunAt(join(out, name), version);
      return run.start.command === 'replay' ? [] : [run];
    } catch (error) {
      if (error instanceof UsageError) return [];
      throw error;
    }
  });

type VerdictLine = Pick<CellVerdict & Finding, 'requirement' | 'verdict' | 'path'>;

const readVerdictLines = (path: string): readonly VerdictLine[] => {
  try {
    return readJsonLines<VerdictLine | null>(path).items.filter((each) => each !== null);
  } catch {
    return [];
  }
};

const OPEN: readonly string[] = ['fail', 'inconclusive', 'waived'];

/** Tests if a requirement failed or was not judged; a killed run has findings but no verdicts yet. */
const hasFailedOrOpen = ({ folder }: ReplayedRun, { requirements }: ReplayRequest): boolean => {
  const verdicts = readVerdictLines(folder.verdicts);
  return (verdicts.length > 0 ? verdicts : readVerdictLines(folder.findings)).some(
    ({ requirement, verdict }) => requirements.includes(requirement) && OPEN.includes(verdict),
  );
};

const hasFinding = (folder: RunFolder, path: string | undefined): boolean =>
  path === undefined || readVerdictLines(folder.findings).some((each) => each.path === path);

const MOST_LISTED = 5;

const nothingFits = (
  wanted: ReplayRequest,
  { out, caller }: RunSearch,
  runs: readonly ReplayedRun[],
): UsageError => {
  const { named, requirements, seed, path } = wanted;
  const { address: here, namedBy } = caller;
  const looked = [
    `there is no run of gate or certify below ${out}`,
    seed === undefined ? '' : ` with the seed ${seed}`,
    ` that judged ${named}`,
    path === undefined ? '' : ` and reported ${path}`,
    here === undefined ? '' : ` at ${here} (${namedBy})`,
  ].join('');
  const again = gateSuggestion(wanted, caller);
  const distance = ({ start }: ReplayedRun): number =>
    Number(judgedBy(start, requirements).length === 0) * 2 +
    Number(start.seed !== (seed ?? start.seed));
  const nearest = runs.toSorted((a, b) => distance(a) - distance(b)).slice(0, MOST_LISTED);
  if (nearest.length === 0) return new UsageError(`${looked}; start one: ${again}`);
  const rows = nearest.map(
    ({ folder, start }) =>
      `  ${runArgument(folder)}: seed ${start.seed}, ${aboutRun(start)}, ${recordedAddress(start)}`,
  );
  return new UsageError(
    `${looked}; there ${runs.length === 1 ? 'is' : `are ${runs.length} others, such as`}\n${rows.join('\n')}\nname one with --run, or start one: ${again}`,
  );
};

/** Newest run that judged the requirements, preferring those in which they failed or were not judged. Throws UsageError. */
const searchRun = (wanted: ReplayRequest, place: RunSearch): ChosenRun => {
  const { named, seed, requirements, path } = wanted;
  const runs = runsBelow(place);
  const fit = runs.filter(
    ({ folder, start }) =>
      (seed === undefined || start.seed === seed) &&
      judgedBy(start, requirements).length > 0 &&
      otherAddress(start, place.caller) === undefined &&
      hasFinding(folder, path),
  );
  const open = fit.find((run) => hasFailedOrOpen(run, wanted));
  const run = open ?? fit[0];
  if (!run) throw nothingFits(wanted, place, runs);
  const how = open ? `in which ${named} failed or was not judged` : `that judged ${named}`;
  const seeded = seed === undefined ? '' : ` with the seed ${seed}`;
  return { run, why: `the newest run below ${place.out}${seeded} ${how}` };
};

/** Requirements to replay, and constraints on the run. */
export interface ReplayRequest {
  /** Id or pattern as the caller wrote it. */
  readonly named: string;
  readonly requirements: readonly RequirementId[];
  /** Default: any seed. */
  readonly seed?: number | undefined;
  /** Path of a shrunk failure. Default: everything that was sent for the requirements. */
  readonly path?: string | undefined;
}

/** Folder of runs, Assay's version, and the service that the caller names. */
export interface RunSearch {
  /** Absolute path of the folder of runs. */
  readonly out: string;
  readonly version: string;
  readonly caller: CallerService;
}

/** Selected run, and the reason; empty if the caller named it. */
export interface ChosenRun {
  readonly run: ReplayedRun;
  readonly why: string;
}

/** Flags for a service like that of a run; only the caller knows the address of their own. */
const flagsOf = (
  { embedded }: RunStarted,
  { flags, address }: CallerService,
): readonly string[] => {
  if (flags.length > 0) return flags;
  if (!embedded) return address === undefined ? ['--target FILE'] : [];
  const { dialect, faults } = embedded;
  return [
    ...(dialect === null ? [] : [`--dialect ${shellWord([dialect])}`]),
    ...(faults.length === 0 ? [] : [`--fault ${shellWord([faults.join(',')])}`]),
  ];
};

/** Command that judges anew what cannot be replayed, if a run on such a service is known. */
export const gateSuggestion = (
  { named, seed }: Pick<ReplayRequest, 'named' | 'seed'>,
  caller: CallerService,
  start?: RunStarted,
): string =>
  [
    'assay gate',
    ...(start ? flagsOf(start, caller) : caller.flags),
    `--requirement ${shellWord([named])}`,
    ...(seed === undefined ? [] : [`--seed ${seed}`]),
  ].join(' ');

const selects = (patterns: readonly string[] | null, id: string): boolean =>
  patterns === null || patterns.some((pattern) => matchesGlob(pattern, id));

/** Operations on which a run was to judge a requirement, according to its lines and selection. */
export const operationsIn = (
  { lines, selection }: RunStarted,
  requirement: RequirementId,
): readonly OperationId[] =>
  selects(selection.requirements, requirement)
    ? requirementOf(requirement).operations.filter(
        (on) =>
          lines.includes(operation(on).line) &&
          selects(selection.operations, on) &&
          (selection.cells?.includes(cellId(requirement, on)) ?? true),
      )
    : [];

/** Requirements that a run was to judge. */
export const judgedBy = (
  start: RunStarted,
  requirements: readonly RequirementId[],
): readonly RequirementId[] => requirements.filter((id) => operationsIn(start, id).length > 0);

/** Scope of a run: `lines gap, travel, limited to ID-01`. */
const aboutRun = ({ lines, selection }: RunStarted): string => {
  const limits = [...(selection.requirements ?? []), ...(selection.operations ?? [])];
  const limited = limits.length === 0 ? '' : `, limited to ${printable(limits.join(', '))}`;
  return `${lines.length === 1 ? 'the line' : 'the lines'} ${lines.join(', ')}${limited}`;
};

const MOST_NAMES = 3;

const noSuchRun = (given: string, { out }: RunSearch): UsageError => {
  const names = runNames(out);
  const newest = names.slice(0, MOST_NAMES).join(', ');
  const there = newest === '' ? 'there is none' : `the newest there: ${newest}`;
  return new UsageError(
    basename(given) === given
      ? `--run: there is no run ${given}, neither at ${resolve(given)} nor below ${out}; ${didYouMean(given, names) ?? there}`
      : `--run: there is no ${resolve(given)}; name a run below ${out} (${there})`,
  );
};

/** Resolves a path from the current folder, or the name of a run below `--out` or reports/out. Throws UsageError. */
const pathOf = (given: string, place: RunSearch): string => {
  const roots = basename(given) === given ? [place.out, runsFolder()] : [];
  const below = roots.map((root) =>
    join(root, given === 'latest' ? (latestName(root) ?? given) : given),
  );
  const found = [resolveCallerPath(given), ...below].find((path) => existsSync(path));
  if (found === undefined) throw noSuchRun(given, place);
  const path = realpathSync(found);
  return isPackedRun(path) ? unpackedRun(path) : path;
};

const checkSeed = (
  { folder, start }: ReplayedRun,
  { seed, named }: ReplayRequest,
  { caller }: RunSearch,
): void => {
  if (seed === undefined || seed === start.seed) return;
  throw new UsageError(
    `--seed ${seed}: the run ${runArgument(folder)} had the seed ${start.seed}, but a replay needs the same data; omit --seed, or judge other data: ${gateSuggestion({ named, seed }, caller, start)}`,
  );
};

const checkJudged = (
  { folder, start }: ReplayedRun,
  { requirements, named }: ReplayRequest,
  { caller }: RunSearch,
): void => {
  if (judgedBy(start, requirements).length > 0) return;
  throw new UsageError(
    `the run ${runArgument(folder)} did not judge ${named}: it was about ${aboutRun(start)}; name another run (--run), or judge it now: ${gateSuggestion({ named, seed: start.seed }, caller, start)}`,
  );
};

/** The named run, or the newest with the seed that judged the requirements. Throws UsageError. */
export const chooseRun = (
  given: string | undefined,
  wanted: ReplayRequest,
  place: RunSearch,
): ChosenRun => {
  if (given === undefined) return searchRun(wanted, place);
  const run = replayedRunAt(pathOf(given, place), place.version);
  checkSeed(run, wanted, place);
  checkJudged(run, wanted, place);
  return { run, why: '' };
};
