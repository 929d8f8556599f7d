import { existsSync, statSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { loadTarget } from '../client/target/load-target.ts';
import { readTargetDocument } from '../client/target/target-document.ts';
import { TargetError } from '../client/target/target-error.ts';
import type { ResolvedTarget } from '../client/target.ts';
import { UsageError } from '../client/usage-error.ts';
import { addContexts, type ContextCoverage, readContexts } from '../store/context-coverage.ts';
import { publicTarget } from '../store/public-target.ts';
import type { RunFolder } from '../store/run-folder.ts';
import { readRunRecord, type RunRecord } from '../store/run-record.ts';
import { newestRuns, orUndefined, type TargetIdentity, targetKey } from './past-runs.ts';
import { recordedAddress } from './replay/replay-subject.ts';

/** Coverage of contexts over the runs on one target. */
export interface PastContexts extends ContextCoverage {
  /** Name and address of the target. */
  readonly target: string;
  /** Runs on it, and those of them without a readable record of their contexts. */
  readonly runs: number;
  readonly without: number;
  /** Names of those among them that have a record, which cannot be read. */
  readonly unreadable: readonly string[];
  /** Days of the first and the last run, YYYY-MM-DD. */
  readonly from: string;
  readonly to: string;
}

interface EndedRun {
  readonly record: RunRecord;
  readonly folder: RunFolder;
}

/** An ended run of gate or certify; undefined for others. A replay draws nothing of its own. */
const endedRunAt = (folder: RunFolder): EndedRun | undefined => {
  const record = orUndefined(() => readRunRecord(folder.run));
  return record && record.command !== 'replay' ? { record, folder } : undefined;
};

const nameOf = ({ target, embedded }: Pick<RunRecord, 'target' | 'embedded'>): string => {
  const name = typeof target['name'] === 'string' ? target['name'] : 'the target';
  return embedded ? name : `${name} at ${recordedAddress({ target, embedded })}`;
};

/** Error of a folder in which there is no run of gate or certify. */
const noRuns = (root: string): UsageError => {
  if (statSync(root, { throwIfNoEntry: false })?.isFile())
    return new UsageError(`--out: ${root} is a file; name the folder of the runs`);
  if (existsSync(join(root, 'run.json')))
    return new UsageError(
      `--out: ${root} is the folder of one run; name the one of all runs: ${dirname(root)}`,
    );
  return new UsageError(
    `there is no run of gate or certify below ${root}; start one, or name another folder with --out`,
  );
};

/** Adds up the contexts of the runs below a folder: of the named target, else of that of the newest run. Throws UsageError. */
export const pastContexts = (root: string, target?: TargetIdentity): PastContexts => {
  const all = newestRuns(root, Infinity).flatMap((folder) => endedRunAt(folder) ?? []);
  const wanted = target ?? all[0]?.record;
  const runs = all.filter(
    ({ record }) => wanted !== undefined && targetKey(record) === targetKey(wanted),
  );
  const [last, first] = [runs[0]?.record, runs.at(-1)?.record];
  if (!last || !first) {
    if (all.length === 0) throw noRuns(root);
    const others = [...new Set(all.map(({ record }) => nameOf(record)))].slice(0, 5);
    throw new UsageError(
      `--target: no run below ${root} was on this target; the runs there are on ${others.join(', ')}`,
    );
  }
  const read = runs.map(({ record, folder }) => ({
    folder,
    assay: record.assay,
    contexts: readContexts(folder),
  }));
  const recorded = read.flatMap(({ assay, contexts }) => (contexts ? [{ assay, contexts }] : []));
  return {
    target: nameOf(last),
    runs: runs.length,
    without: runs.length - recorded.length,
    unreadable: read
      .filter(({ folder, contexts }) => !contexts && existsSync(folder.contexts))
      .map(({ folder }) => basename(folder.path)),
    from: first.startedAt.slice(0, 10),
    to: last.startedAt.slice(0, 10),
    ...addContexts(recorded),
  };
};

/** Loads only the addresses of a target file; if that fails, loads it as a whole for a complete error. */
const addressedTarget = async (file: string): Promise<ResolvedTarget> => {
  const { value, chosenAs } = await readTargetDocument(file);
  const addresses = Object.entries(value ?? {}).filter(([key]) => /^(gap_)?base_url$/.test(key));
  try {
    const target = await loadTarget({ document: Object.fromEntries(addresses) });
    return { ...target, ...(chosenAs === undefined ? {} : { chosenAs }) };
  } catch (error) {
    if (error instanceof TargetError) return loadTarget({ file });
    throw error;
  }
};

/** Identity of the target in a file, whose secrets need not be set. Throws TargetError. */
export const identityIn = async (file: string): Promise<TargetIdentity> => ({
  embedded: null,
  target: publicTarget(await addressedTarget(file)),
});
