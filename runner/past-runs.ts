import { readdirSync } from 'node:fs';
import { basename, join, dirname } from 'node:path';
import type { CellVerdict } from '../oracles/finding.ts';
import { type RunFolder, runFolderAt } from '../store/run-folder.ts';
import { readRunRecord, type RunRecord } from '../store/run-record.ts';
import { LINES } from '../spec/line.ts';
import type { LastFailure } from '../suites/engine/suite-order.ts';
import { readVerdicts } from '../store/read-verdicts.ts';
import { VERSION } from '../store/version.ts';
import { type DrawnData, drawnDataIn, firstDrawn } from '../store/diff/first-drawn.ts';
import { diffRuns, type RunChanges } from '../store/diff/run-diff.ts';
import type { Outcome } from '../store/outcome.ts';
import { loadTarget } from '../client/target/load-target.ts';
import { UsageError } from '../client/usage-error.ts';
import { operation } from '../spec/operations.ts';
import { publicTarget } from '../store/public-target.ts';
import type { EarlierRun } from './additions.ts';
import type { RunOrder } from './run-order.ts';
import { selectionOf } from '../store/selection.ts';
import { ownTarget } from './target-source.ts';

/** Identity of a target: the embedded service, or an address and the name in a file of several targets. */
export type TargetIdentity = Pick<RunRecord, 'embedded' | 'target'>;

/** Maximum number of runs of one target that are inspected: older ones are outdated. */
const MAX_RUNS = 20;
/** The same for data that earlier runs drew, which do not become outdated: three months of daily gates. */
const MAX_DRAW_RUNS = 100;
/** Maximum number of folders in which they are searched. */
const MAX_FOLDERS = 300;

/** Key that is equal for runs of one target. */
export const targetKey = ({ embedded, target }: TargetIdentity): string =>
  JSON.stringify(
    // The embedded service has a different port every time.
    embedded
      ? [embedded.dialect, embedded.faults]
      : [target['base_url'] ?? null, target['gap_base_url'] ?? null, target['chosenAs'] ?? null],
  );

/** Judging runs below a folder, the newest first, among at most `most` folders; empty if it is unreadable. */
export const newestRuns = (root: string, most = MAX_FOLDERS): readonly RunFolder[] => {
  try {
    const names = readdirSync(root).filter((name) =>
      /^\d{8}-\d{6}-(certify|gate|replay)-/.test(name),
    );
    return names
      .toSorted()
      .slice(-most)
      .map((name) => runFolderAt(join(root, name)))
      .toReversed();
  } catch {
    return [];
  }
};

interface PastRun {
  /** Folder name, which sorts by time. */
  readonly name: string;
  readonly record: RunRecord;
  /** Reads its verdicts, about a megabyte. Undefined unless it is a complete run of this version. */
  readonly verdicts: () => readonly CellVerdict[] | undefined;
  /** Reads what it drew, half a megabyte. Undefined if that is damaged. */
  readonly drawn: () => DrawnData | undefined;
}

/** Result of `read`; undefined if it throws. */
export const orUndefined = <T>(read: () => T): T | undefined => {
  try {
    return read();
  } catch {
    return undefined;
  }
};

/** Past run at a folder; undefined for another target, and if it has not ended. */
const pastRunAt = (folder: RunFolder, target: TargetIdentity): PastRun | undefined => {
  const record = orUndefined(() => readRunRecord(folder.run));
  if (!record || targetKey(record) !== targetKey(target)) return undefined;
  return {
    name: basename(folder.path),
    record,
    verdicts: () => orUndefined(() => readVerdicts(folder, record)),
    drawn: () => orUndefined(() => drawnDataIn(folder)),
  };
};

/** Yields the newest runs of a target. */
function* pastRuns(root: string, target: TargetIdentity, most = MAX_RUNS): Generator<PastRun> {
  let left = most;
  for (const folder of newestRuns(root)) {
    const past = pastRunAt(folder, target);
    if (!past) continue;
    yield past;
    left -= 1;
    if (left === 0) return;
  }
}

/** Yields valid runs of a target before the named one, the newest first. */
function* runsBefore(
  root: string,
  target: TargetIdentity,
  name: string,
  counts: (record: RunRecord) => boolean,
  most?: number,
): Generator<PastRun> {
  for (const past of pastRuns(root, target, most))
    if (past.name < name && counts(past.record)) yield past;
}

const judgedAll = ({ lines, selection, stopped }: RunRecord): boolean =>
  lines.length === LINES.length &&
  selection.requirements === null &&
  selection.operations === null &&
  stopped === null;

const SETTLED: readonly string[] = ['pass', 'fail', 'observed', 'waived'];

/**
 * Latest verdict of each cell on this target: from the newest run, and from older ones for cells that it left out. Unreadable
 * runs are skipped, as are runs and verdicts that do not count.
 */
const lastVerdicts = (
  root: string,
  target: TargetIdentity,
  counts: (verdict: CellVerdict) => boolean,
  isEnough: (record: RunRecord) => boolean = () => true,
): readonly CellVerdict[] => {
  const newest = new Map<string, CellVerdict>();
  for (const { record, verdicts } of pastRuns(root, target)) {
    const judged = isEnough(record) ? verdicts() : undefined;
    if (!judged) continue;
    for (const verdict of judged) {
      if (counts(verdict) && !newest.has(verdict.cell)) newest.set(verdict.cell, verdict);
    }
    if (judgedAll(record)) break;
  }
  return [...newest.values()];
};

/** Tests if no run of a target has fails, back to the newest complete one. */
const nothingFailed = (root: string, target: TargetIdentity): boolean => {
  for (const { record } of pastRuns(root, target)) {
    // For a run of another version, its verdicts are needed to decide.
    if (record.verdicts.fail > 0 || record.assay !== VERSION) return false;
    if (judgedAll(record)) return true;
  }
  return true;
};

/** Cells that failed when they were last judged on this target. */
export const lastFailures = (root: string, target: TargetIdentity): readonly LastFailure[] => {
  // The common case, in which no verdicts are read.
  if (nothingFailed(root, target)) return [];
  return lastVerdicts(root, target, ({ verdict }) => SETTLED.includes(verdict))
    .filter(({ verdict }) => verdict === 'fail')
    .map(({ requirement, line, test }) => ({
      requirement,
      line,
      ...(test === undefined ? {} : { test }),
    }));
};

const failsIn = ({ verdicts: { fail, waived } }: RunRecord): number => fail + waived;

const changes = (
  before: readonly CellVerdict[],
  after: readonly CellVerdict[],
): Omit<RunChanges, 'run' | 'assay' | 'latency'> => {
  const { broken, fixed, stillFailing } = diffRuns(
    { verdicts: before, points: [], exchanges: [] },
    { verdicts: after, points: [], exchanges: [] },
  );
  const cells = (changed: typeof broken) => changed.map(({ cell }) => cell);
  return { broken: cells(broken), fixed: cells(fixed), stillFailing };
};

/** Versions of Assay that judged a target, with the day, and what they only observed; newest first. */
export const earlierRuns = (root: string, target: TargetIdentity): readonly EarlierRun[] =>
  [...pastRuns(root, target, MAX_DRAW_RUNS)]
    // A replay has the day of the run that it repeats.
    .filter(({ record: { command } }) => command !== 'replay')
    .map(({ record: { assay, today, waivers } }) => ({
      assay,
      day: today,
      observed: Object.fromEntries(
        waivers.flatMap(({ release, expires }) =>
          release === undefined ? [] : [[release, expires] as const],
        ),
      ),
    }));

/** Changes since the previous complete run of the same target and policy, other than a replay; undefined without one. */
export const changesSinceLastRun = (
  folder: RunFolder,
  { record, verdicts }: Pick<Outcome, 'record' | 'verdicts'>,
): RunChanges | undefined => {
  const before = runsBefore(
    dirname(folder.path),
    record,
    basename(folder.path),
    ({ command, thorough, stopped }) =>
      command !== 'replay' && thorough === record.thorough && stopped === null,
  );
  for (const { name, record: earlier, verdicts: read } of before) {
    const { assay, latency } = earlier;
    // The common case, in which no verdicts are read.
    if (earlier.assay === record.assay && failsIn(record) + failsIn(earlier) === 0)
      return { run: name, assay, latency, broken: [], fixed: [], stillFailing: 0 };
    const judged = read();
    if (judged) return { run: name, assay, latency, ...changes(judged, verdicts) };
  }
  return undefined;
};

/** Failed cells whose data no earlier run of the target drew, although the requirement passed then; none of a replay. */
export const firstDrawnCells = (
  folder: RunFolder,
  { record, verdicts, findings }: Pick<Outcome, 'record' | 'verdicts' | 'findings'>,
): ReadonlySet<string> => {
  if (record.command === 'replay' || failsIn(record) === 0) return new Set();
  const drawn = orUndefined(() => drawnDataIn(folder));
  if (!drawn) return new Set();
  const before = runsBefore(
    dirname(folder.path),
    record,
    basename(folder.path),
    () => true,
    MAX_DRAW_RUNS,
  );
  return firstDrawn(
    { verdicts, findings, drawn },
    before.map((past) =>
      // A replay sends only part of what decides a cell.
      past.record.command === 'replay' ? { ...past, verdicts: () => [] } : past,
    ),
  );
};

/** Part of a run's record that identifies the target of an order. */
const targetOf = async (order: RunOrder): Promise<Pick<RunRecord, 'embedded' | 'target'>> => {
  const own = await ownTarget(order);
  if (own) return { embedded: null, target: publicTarget(await loadTarget(own)) };
  return { embedded: { dialect: order.dialect ?? null, faults: [...order.fault] }, target: {} };
};

const NOT_PASSED: readonly string[] = ['fail', 'waived', 'inconclusive', 'error'];

const isSelected = (order: RunOrder): ((verdict: CellVerdict) => boolean) => {
  const { requirements, operations } = selectionOf(order);
  return ({ cell, requirement, operation: on }) =>
    order.line.includes(operation(on).line) &&
    (requirements?.includes(requirement) ?? true) &&
    (operations?.includes(on) ?? true) &&
    (order.cells?.includes(cell) ?? true);
};

const noFailuresError = (judged: readonly CellVerdict[], { out }: RunOrder): UsageError =>
  new UsageError(
    judged.length === 0
      ? `--only-failed: no run below ${out} judged this selection on this target; run once without it`
      : `--only-failed: all ${judged.length} cells passed when they were last judged on this target; run without it`,
  );

/** Limits an order to cells that did not pass last time on its target. Throws UsageError if there are none, and TargetError. */
export const limitToFailed = async (order: RunOrder): Promise<RunOrder> => {
  const target = await targetOf(order);
  const isInSelection = isSelected(order);
  // A replay sends only part of what decides a cell, and a gate less than certify: neither overrides a fail of the other.
  const judgedBy = (isEnough: (record: RunRecord) => boolean): readonly CellVerdict[] =>
    lastVerdicts(
      order.out,
      target,
      ({ verdict }) => verdict !== 'not-applicable',
      (record) => record.command !== 'replay' && isEnough(record),
    ).filter(isInSelection);
  const judged = judgedBy(() => true);
  const failed = [...judged, ...judgedBy(({ thorough }) => thorough)].filter(({ verdict }) =>
    NOT_PASSED.includes(verdict),
  );
  if (failed.length === 0) throw noFailuresError(judged, order);
  return {
    ...order,
    requirement: [...new Set(failed.map(({ requirement }) => requirement))],
    operation: [...new Set(failed.map(({ operation: on }) => on))],
    cells: [...new Set(failed.map(({ cell }) => cell))],
    // Probes of other requirements may have shown a failure.
    probes: [...new Set(failed.flatMap(({ test }) => test ?? []))],
  };
};
