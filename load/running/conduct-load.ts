import { existsSync } from 'node:fs';
import { basename } from 'node:path';
import type { ResolvedTarget } from '../../client/target.ts';
import { type Capacity, findCapacity, plateauProfile } from '../measuring/capacity.ts';
import type { K6 } from '../k6/k6.ts';
import { LONGEST_JOURNEY } from '../k6/k6-options.ts';
import { prepare, type Prepared } from '../preparation/prepare.ts';
import type { LiveMetrics } from '../live/live-metrics.ts';
import type { Profile, StepsProfile } from '../profiles/profile.ts';
import { type LoadResult, runLoad } from '../run-load.ts';
import type { IntendedLoad } from '../profiles/safety.ts';
import { durationOf, peakRateOf, scheduleOf } from '../measuring/schedule.ts';
import { orStopped } from '../or-stopped.ts';
import { openSession, type Session } from '../session.ts';
import type { LoadRecord } from '../../store/load/load-record.ts';
import type { RunFolder } from '../../store/run-folder.ts';
import type { Line } from '../../spec/line.ts';
import { keepLog } from './keep-log.ts';
import { capacityResult } from './find-capacity.ts';
import type { LoadOptions } from './load-options.ts';
import { loadRecordOf } from './load-record-of.ts';
import { loadedTarget } from '../../store/public-target.ts';

/** Shows how far the preparation is. */
export interface LoadProgress {
  readonly update: (done: number, total: number, what: string) => void;
  readonly stop: () => void;
}

/** A load run with a checked configuration. */
export interface LoadConduct {
  readonly options: LoadOptions;
  readonly version: string;
  readonly startedAt: Date;
  readonly profile: Profile;
  readonly k6: K6;
  readonly target: ResolvedTarget;
  readonly folder: RunFolder;
  readonly history: string;
  readonly progress: LoadProgress;
  /** Where k6 also sends what it measures, and how every sample is tagged there. */
  readonly live?: LiveMetrics | undefined;
  readonly tags?: Readonly<Record<string, string>> | undefined;
  readonly print: (text: string) => void;
  /** Whether each line is measured in each step, too. */
  readonly parts?: boolean;
  /** Stops the run; its reason is a sentence such as `stopped by SIGTERM`. */
  readonly signal: AbortSignal;
  /** Told before k6 sends: one in so many price requests will be a point. */
  readonly onMeasure: (pointEvery: number) => void;
}

/** The caller's order for a load run. */
export type LoadOrder = Pick<LoadConduct, 'options' | 'version' | 'profile' | 'signal' | 'parts'>;

/** The highest rate that a search may come to: it is not known beforehand where it ends. */
const highestPlateau = ({ load, limits }: ResolvedTarget): number | undefined => {
  const known = [load.maxRate, limits.requestsPerSecond].flatMap((limit) => limit ?? []);
  return known.length === 0 ? undefined : Math.min(...known);
};

const sumOfRates = (profile: Profile, lines: readonly Line[], rate: number): number =>
  lines.reduce((sum, line) => sum + rate * (profile.weights[line] ?? 1), 0);

/** What a profile would send at its highest, and for how long. */
export const intendedLoad = (profile: Profile, lines: readonly Line[]): IntendedLoad => {
  if (profile.kind === 'steps') {
    const schedule = scheduleOf(profile, lines);
    const rate = peakRateOf(schedule) + profile.journeys * LONGEST_JOURNEY;
    return { lines, rate, seconds: durationOf(schedule) + profile.calibration };
  }
  // Later plateaus stop below the target's limits.
  const rate = sumOfRates(profile, lines, profile.start);
  return { lines, rate, seconds: profile.most * profile.seconds + profile.calibration };
};

/** How many price requests a profile plans on each line; a search for the capacity, on its first plateau. */
export const plannedDrafts = (
  profile: Profile,
  lines: readonly Line[],
): ReadonlyMap<Line, number> => {
  const planned = new Map<Line, number>();
  if (profile.kind === 'capacity') {
    for (const line of lines)
      planned.set(line, Math.ceil(profile.start * profile.seconds * (profile.weights[line] ?? 1)));
    return planned;
  }
  for (const { line, count } of scheduleOf(profile, lines))
    planned.set(line, (planned.get(line) ?? 0) + count);
  return planned;
};

/** What is prepared of a run that was stopped before. */
export const NOTHING: Prepared = {
  lines: {},
  headers: {},
  slowest: {},
  closed: [],
  notes: [],
  sightings: [],
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
  const most = highestPlateau(conduct.target);
  const capacity = await findCapacity(
    profile,
    (rate, index, pace) => run(plateauProfile(profile, rate), index, pace),
    ({ rate, held }) =>
      conduct.signal.aborted ||
      conduct.print(`${Number(rate.toFixed(1))} a second: ${held ? 'held' : 'did not hold'}`),
    (rate) => most === undefined || sumOfRates(profile, lines, rate) <= most,
  );
  return { capacity, result: capacityResult(capacity) };
};

const measure = async (
  conduct: LoadConduct,
  session: Session,
): Promise<{ result: LoadResult; capacity?: Capacity }> => {
  const { profile, options, progress, history, folder } = conduct;
  const preparing = prepare(
    session,
    plannedDrafts(profile, options.line),
    (done, total, what) => conduct.signal.aborted || progress.update(done, total, what),
    options.instances,
  );
  const prepared = (await orStopped(preparing, conduct.signal)) ?? NOTHING;
  progress.stop();
  const terminal = process.stdout.isTTY;
  const onLog = keepLog(folder.load.log, session.redactor);
  const run = (steps: StepsProfile, index: number, pace?: number): Promise<LoadResult> =>
    runLoad({
      session: index === 0 ? session : { ...session, runId: `${session.runId}-${index}` },
      k6: conduct.k6.path,
      profile: steps,
      lines: options.line,
      prepared,
      history,
      ...(pace === undefined ? {} : { pace: () => pace }),
      terminal,
      ...(conduct.live ? { live: conduct.live } : {}),
      tags: conduct.tags,
      onLog,
      ...(options.instances === undefined ? {} : { instances: options.instances }),
      parts: conduct.parts ?? false,
      onProgress: conduct.print,
      onMeasure: conduct.onMeasure,
    });
  if (profile.kind === 'steps') return { result: await run(profile, 0) };
  return searchCapacity(profile, conduct, prepared, run);
};

/** Prepares, sends and judges the load of a profile. */
export const conductLoad = async (conduct: LoadConduct): Promise<LoadRecord> => {
  const { options, folder, target, profile } = conduct;
  const { startedAt } = conduct;
  const runId = folder.path.split(/[\\/]/).at(-1) ?? 'load';
  const session = openSession({
    target,
    seed: options.seed,
    runId,
    today: startedAt.toISOString().slice(0, 10),
    files: { ...folder, points: folder.load.points },
    signal: conduct.signal,
  });
  try {
    const { result, capacity } = await measure(conduct, session);
    return loadRecordOf(
      {
        runId,
        version: conduct.version,
        k6: conduct.k6,
        target: loadedTarget(target),
        profile: { name: options.profile, description: profile.description, kind: profile.kind },
        ...(profile.tags === undefined ? {} : { tags: profile.tags }),
        seed: options.seed,
        ...(existsSync(folder.load.log) ? { log: basename(folder.load.log) } : {}),
        ...(options.instances === undefined ? {} : { instances: options.instances }),
        startedAt,
        endedAt: new Date(),
        stopped: conduct.signal.aborted ? String(conduct.signal.reason) : null,
      },
      result,
      capacity,
    );
  } finally {
    await session.close();
  }
};
