import type { StartedLoad } from './start-load.ts';
import { findBuild } from '../../client/target/find-build.ts';
import { existsSync } from 'node:fs';
import { appendLines } from '../../store/json-lines.ts';
import { basename } from 'node:path';
import type { ResolvedTarget } from '../../client/target.ts';
import { type Capacity, findCapacity, capacityResult } from '../measuring/capacity.ts';
import type { K6 } from '../k6/k6.ts';
import { prepare, type Prepared, plannedDrafts } from '../preparation/prepare.ts';
import {
  type LiveMetrics,
  ignoredVariableNotes,
  liveMetrics,
  unreachableNotes,
} from '../live/live-metrics.ts';
import { type Profile, type StepsProfile, plateauProfile } from '../profiles/profile.ts';
import { runLoad } from '../run-load.ts';
import { type LoadResult, allowedOf } from '../verdict/conclude.ts';
import { sumOfRates } from '../profiles/safety.ts';
import { openSession, type Session } from '../session.ts';
import type { LoadRecord } from '../../store/load/load-record.ts';
import { runPropertiesOf, buildLoadRecord } from './build-load-record.ts';
import { type Redactor, createRedactor } from '../../client/secrets/redactor.ts';

/** Maximum number of lines that are kept: k6 writes one for every request without an answer. */
const MOST = 5000;

/** Appends lines of k6's log to a file, redacted, up to a maximum; the file is created with the first one. */
export const saveLog = (
  path: string,
  redactor: Pick<Redactor, 'text'>,
): ((line: string) => void) => {
  let lines = 0;
  return (line) => {
    if (line.trim() === '' || lines > MOST) return;
    lines += 1;
    const text =
      lines > MOST ? `truncated after ${MOST} lines; k6 logged more` : redactor.text(line);
    appendLines(path, `${text}\n`);
  };
};

/** Progress display of the preparation. */
export interface LoadProgress {
  readonly update: (done: number, total: number, what: string) => void;
  readonly stop: () => void;
}

/** A load run with a validated configuration. */
export interface LoadConduct extends StartedLoad {
  readonly k6: K6;
  readonly target: ResolvedTarget;
  readonly progress: LoadProgress;
  /** Live outputs of k6's metrics, and the tags of their samples. */
  readonly live?: LiveMetrics | undefined;
  readonly tags?: Readonly<Record<string, string>> | undefined;
  readonly print: (text: string) => void;
}

/**
 * Live outputs of k6's metrics, and the tags of their samples: the caller's own, and the run, target and build. Reports
 * receivers that cannot be reached. Throws UsageError if the build of the target cannot be determined.
 */
export const liveOutputsOf = async ({
  options,
  profile,
  target,
  folder,
  print,
}: Pick<LoadConduct, 'options' | 'profile' | 'target' | 'folder' | 'print'>): Promise<
  Pick<LoadConduct, 'live' | 'tags'>
> => {
  for (const line of ignoredVariableNotes()) print(line);
  const live = liveMetrics(options);
  if (!live) return {};
  const redactor = createRedactor(target);
  for (const line of await unreachableNotes(live.receivers)) print(redactor.text(line));
  const build = await findBuild(target);
  const own = { run: basename(folder.path), target: redactor.text(target.name) };
  return { live, tags: { ...profile.tags, ...own, ...(build !== null && { build }) } };
};

const searchCapacity = async (
  profile: Extract<Profile, { kind: 'capacity' }>,
  conduct: LoadConduct,
  prepared: Prepared,
  run: (profile: StepsProfile, index: number, pace: number) => Promise<LoadResult>,
): Promise<{ result: LoadResult; capacity?: Capacity }> => {
  const lines = conduct.options.line.filter((line) => prepared.lines[line] !== undefined);
  if (lines.length === 0 || conduct.signal.aborted)
    return { result: await run(plateauProfile(profile, profile.start), 0, 0) };
  // The end of a search is not known beforehand.
  const most = allowedOf(conduct.target);
  const capacity = await findCapacity(
    profile,
    (rate, index, pace) => run(plateauProfile(profile, rate), index, pace),
    ({ rate, held }) =>
      conduct.signal.aborted ||
      conduct.print(`${Number(rate.toFixed(1))} per second: ${held ? 'held' : 'did not hold'}`),
    (rate) => most === undefined || sumOfRates(profile, lines, rate) <= most,
  );
  return { capacity, result: capacityResult(capacity) };
};

const measure = async (
  conduct: LoadConduct,
  session: Session,
): Promise<{ result: LoadResult; capacity?: Capacity }> => {
  const { profile, options, progress, history, folder } = conduct;
  const planned = plannedDrafts(profile, options.line);
  const prepared = await prepare(session, planned, progress.update, options.instances);
  progress.stop();
  const terminal = process.stdout.isTTY;
  const onLog = saveLog(folder.load.log, session.redactor);
  const run = (steps: StepsProfile, index: number, pace?: number): Promise<LoadResult> =>
    runLoad({
      session: index === 0 ? session : { ...session, runId: `${session.runId}-${index}` },
      k6: conduct.k6.path,
      profile: steps,
      lines: options.line,
      prepared,
      history,
      pace: pace === undefined ? undefined : () => pace,
      terminal,
      live: conduct.live,
      tags: conduct.tags,
      onLog,
      instances: options.instances,
      parts: conduct.parts,
      onProgress: conduct.print,
      onMeasure: conduct.onMeasure,
    });
  if (profile.kind === 'steps') return { result: await run(profile, 0) };
  return searchCapacity(profile, conduct, prepared, run);
};

/** Prepares, sends and judges the load of a profile. */
export const conductLoad = async (conduct: LoadConduct): Promise<LoadRecord> => {
  const { options, folder, target, start, signal } = conduct;
  const runId = basename(folder.path);
  const session = openSession({
    target,
    seed: options.seed,
    runId,
    today: start.startedAt.slice(0, 10),
    files: { ...folder, points: folder.load.points },
    signal,
  });
  try {
    const { result, capacity } = await measure(conduct, session);
    const stopped = signal.aborted ? String(signal.reason) : null;
    const { instances } = options;
    const log = existsSync(folder.load.log) ? basename(folder.load.log) : undefined;
    const properties = {
      ...runPropertiesOf(start, { runId, endedAt: new Date(), stopped }),
      log,
      instances,
    };
    return buildLoadRecord(properties, result, capacity);
  } finally {
    await session.close();
  }
};
