import { loadTarget } from '../client/target/load-target.ts';
import { UsageError } from '../client/usage-error.ts';
import {
  addContexts,
  type ContextCoverage,
  readContexts,
  type RunContexts,
} from '../store/context-coverage.ts';
import { publicTarget } from '../store/public-target.ts';
import type { RunFolder } from '../store/run-folder.ts';
import { readRunRecord, type RunRecord } from '../store/run-record.ts';
import { newestRuns, type TargetIdentity, targetKey } from './past-runs.ts';
import { recordedAddress } from './replay/replay-subject.ts';

/** Coverage of contexts over the runs on one target. */
export interface PastContexts extends ContextCoverage {
  /** Name and address of the target. */
  readonly target: string;
  /** Runs on it, and those of them without a readable record of their contexts. */
  readonly runs: number;
  readonly without: number;
  /** Days of the first and the last run, YYYY-MM-DD. */
  readonly from: string;
  readonly to: string;
}

interface EndedRun {
  readonly record: RunRecord;
  readonly contexts: () => RunContexts | undefined;
}

/** An ended run of gate or certify; undefined for others. A replay draws nothing of its own. */
const endedRunAt = (folder: RunFolder): EndedRun | undefined => {
  try {
    const record = readRunRecord(folder.run);
    return record.command === 'replay'
      ? undefined
      : { record, contexts: () => readContexts(folder) };
  } catch {
    return undefined;
  }
};

const nameOf = ({ target, embedded }: Pick<RunRecord, 'target' | 'embedded'>): string => {
  const name = typeof target['name'] === 'string' ? target['name'] : 'the target';
  return embedded ? name : `${name} at ${recordedAddress({ target, embedded })}`;
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
    const others = [...new Set(all.map(({ record }) => nameOf(record)))].slice(0, 5);
    throw new UsageError(
      all.length === 0 || !target
        ? `there is no run of gate or certify below ${root}; make one, or name another folder with --out`
        : `--target: no run below ${root} was on this target; the runs there are on ${others.join(', ')}`,
    );
  }
  const recorded = runs.flatMap(({ record, contexts: read }) => {
    const contexts = read();
    return contexts ? [{ assay: record.assay, contexts }] : [];
  });
  return {
    target: nameOf(last),
    runs: runs.length,
    without: runs.length - recorded.length,
    from: first.startedAt.slice(0, 10),
    to: last.startedAt.slice(0, 10),
    ...addContexts(recorded),
  };
};

/** Identity of the target in a file. Throws TargetError. */
export const identityIn = async (file: string): Promise<TargetIdentity> => ({
  embedded: null,
  target: publicTarget(await loadTarget({ file })),
});
