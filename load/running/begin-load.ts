import { thisProcess } from '../../store/conducting-process.ts';
import { writeFileSync } from 'node:fs';
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
import type { LoadOptions } from './ready-load.ts';
import { loadedTarget, environmentOf } from '../../store/public-target.ts';

/** A load run that has a folder, but has sent nothing yet. */
export interface BegunLoad {
  readonly folder: RunFolder;
  readonly start: LoadRunStart;
  readonly startedAt: Date;
  /** Writes down that one in so many price requests is a point from now on. */
  readonly onMeasure: (pointEvery: number) => void;
  /** What an error leaves: nothing where usage is at fault, else a record that says so. */
  readonly fail: (error: unknown) => void;
}

/** The caller's own tags, which may hold what the target calls a secret. */
const tagsOf = ({ tags }: Profile, target: ResolvedTarget): Pick<LoadRunStart, 'tags'> => {
  if (tags === undefined) return {};
  const redactor = createRedactor(target);
  const shown = Object.entries(tags).map(([name, tag]) => [name, redactor.text(tag)]);
  return { tags: Object.fromEntries(shown) as LoadRunStart['tags'] };
};

/** Makes the folder of a load run, with its record as it is known now. */
export const beginLoad = (
  options: LoadOptions,
  version: string,
  profile: Profile,
  k6: K6,
  target: ResolvedTarget,
): BegunLoad => {
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
    target: loadedTarget(target),
    ...environmentOf(target),
    pointEvery: null,
  };
  writeFileSync(folder.load.points, '');
  writeLoadRun(folder.run, start);
  const fail = (error: unknown): void => {
    if (error instanceof UsageError) {
      removeRunFolder(options.out, folder, before);
      return;
    }
    const stopped = String(error).split('\n')[0] ?? '';
    const end = { state: 'finished', endedAt: new Date().toISOString(), stopped } as const;
    try {
      writeLoadRun(folder.run, endOfLoadRun(start, { ...end, exitCode: EXIT.harness }));
    } catch {
      // Where nothing can be written any more, run.json goes on saying that the run was never ended.
    }
  };
  return {
    folder,
    start,
    startedAt,
    onMeasure: (pointEvery) => writeLoadRun(folder.run, { ...start, pointEvery }),
    fail,
  };
};
