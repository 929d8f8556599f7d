import { sizingFile } from '../sizing-latency.ts';
import type { LoadOrder } from './load-setup.ts';
import { thisProcess } from '../../store/conducting-process.ts';
import { writeJsonLines } from '../../store/json-lines.ts';
import { createRedactor } from '../../client/secrets/redactor.ts';
import type { ResolvedTarget } from '../../client/target.ts';
import { UsageError } from '../../client/usage-error.ts';
import type { K6 } from '../k6/k6.ts';
import type { Profile } from '../profiles/profile.ts';
import { EXIT } from '../../oracles/exit-code.ts';
import { endOfLoadRun, type LoadRunStart, writeLoadRun } from '../../store/load/load-run.ts';
import {
  createRunFolder,
  latestName,
  removeRunFolder,
  type RunFolder,
} from '../../store/run-folder.ts';
import { loadTargetRecord, environmentOf } from '../../store/public-target.ts';

/** A load run that has a folder, but has sent nothing yet. */
export interface StartedLoad extends LoadOrder {
  readonly folder: RunFolder;
  readonly start: LoadRunStart;
  /** File of the paces of accepted runs. */
  readonly history: string;
  /** Records the sampling interval of points. */
  readonly onMeasure: (pointEvery: number) => void;
}

/** The caller's own tags, redacted with the target's secrets. */
const tagsOf = ({ tags }: Profile, target: ResolvedTarget): Pick<LoadRunStart, 'tags'> => {
  if (tags === undefined) return {};
  const redactor = createRedactor(target);
  const shown = Object.entries(tags).map(([name, tag]) => [name, redactor.text(tag)]);
  return { tags: Object.fromEntries(shown) as LoadRunStart['tags'] };
};

const writeFailure = ({ run }: RunFolder, start: LoadRunStart, error: unknown): void => {
  const stopped = String(error).split('\n')[0] ?? '';
  const end = { state: 'finished', endedAt: new Date().toISOString(), stopped } as const;
  try {
    writeLoadRun(run, endOfLoadRun(start, { ...end, exitCode: EXIT.harness }));
  } catch {
    // Without a writable folder, run.json stays that of an unfinished run.
  }
};

/** Runs the work of a load run in a new folder. An error leaves a record of it, or nothing in case of a usage error. */
export const inNewFolder = async <Result>(
  order: LoadOrder,
  k6: K6,
  target: ResolvedTarget,
  work: (begun: StartedLoad) => Promise<Result>,
): Promise<Result> => {
  const { options, version, profile } = order;
  const startedAt = new Date();
  const before = latestName(options.out);
  const folder = createRunFolder(options.out, `load-${options.seed}`, startedAt);
  const start: LoadRunStart = {
    state: 'running',
    process: thisProcess(),
    command: 'load',
    assay: version,
    node: process.version,
    k6: { version: k6.version, origin: k6.origin, why: k6.why },
    startedAt: startedAt.toISOString(),
    seed: options.seed,
    lines: [...options.line],
    profile: { name: options.profile, description: profile.description, kind: profile.kind },
    ...tagsOf(profile, target),
    target: loadTargetRecord(target),
    ...environmentOf(target),
    pointEvery: null,
  };
  writeJsonLines(folder.load.points, []);
  writeLoadRun(folder.run, start);
  const onMeasure = (pointEvery: number): void =>
    writeLoadRun(folder.run, { ...start, pointEvery });
  try {
    const history = sizingFile(options.out);
    return await work({ ...order, folder, start, history, onMeasure });
  } catch (error) {
    if (error instanceof UsageError) removeRunFolder(options.out, folder, before);
    else writeFailure(folder, start, error);
    throw error;
  }
};
