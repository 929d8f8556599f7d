import type { ResolvedTarget } from '../client/target.ts';
import { type Capacity, findCapacity, plateauProfile } from '../load/capacity.ts';
import type { K6 } from '../load/k6.ts';
import { prepare, type Prepared } from '../load/prepare.ts';
import type { Profile, StepsProfile } from '../load/profile.ts';
import { type LoadResult, runLoad } from '../load/run-load.ts';
import type { IntendedLoad } from '../load/safety.ts';
import { durationOf, peakRateOf, scheduleOf } from '../load/schedule.ts';
import { openSession, type Session } from '../load/session.ts';
import type { Progress } from '../reports/console/progress.ts';
import type { LoadRecord } from '../reports/load/load-record.ts';
import type { RunFolder } from '../reports/run-folder.ts';
import type { Line } from '../spec/line.ts';
import type { LoadOptions } from './load-options.ts';
import { loadRecordOf } from './load-record-of.ts';

/** A load run whose configuration has been checked. */
export interface LoadConduct {
  readonly options: LoadOptions;
  readonly version: string;
  readonly profile: Profile;
  readonly k6: K6;
  readonly target: ResolvedTarget;
  readonly folder: RunFolder;
  readonly history: string;
  readonly progress: Progress;
  readonly print: (text: string) => void;
  readonly signal: AbortSignal;
}

/** Requests of one journey at most. */
const JOURNEY_REQUESTS = 14;

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
    const rate = peakRateOf(schedule) + profile.journeys * JOURNEY_REQUESTS;
    return { lines, rate, seconds: durationOf(schedule) + profile.calibration };
  }
  // Later plateaus stop below the target's limits.
  const rate = sumOfRates(profile, lines, profile.start);
  return { lines, rate, seconds: profile.most * profile.seconds + profile.calibration };
};

const plannedDrafts = (profile: Profile, lines: readonly Line[]): ReadonlyMap<Line, number> => {
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

const searchCapacity = async (
  profile: Extract<Profile, { kind: 'capacity' }>,
  conduct: LoadConduct,
  prepared: Prepared,
  run: (profile: StepsProfile, index: number, pace: number) => Promise<LoadResult>,
): Promise<{ result: LoadResult; capacity: Capacity }> => {
  const lines = conduct.options.line.filter((line) => prepared.lines[line] !== undefined);
  const most = highestPlateau(conduct.target);
  const capacity = await findCapacity(
    profile,
    (rate, index, pace) => run(plateauProfile(profile, rate), index, pace),
    ({ rate, held }) =>
      conduct.print(`${Number(rate.toFixed(1))} a second: ${held ? 'held' : 'did not hold'}`),
    (rate) => most === undefined || sumOfRates(profile, lines, rate) <= most,
  );
  return { capacity, result: capacityResult(capacity) };
};

/** A search is judged by its plateaus: wrong answers are red, a rate found is green, a search cut short is invalid. */
const capacityResult = (capacity: Capacity): LoadResult => {
  const best = capacity.plateaus.findLast(({ held }) => held) ?? capacity.plateaus[0];
  const worst = capacity.plateaus.find(
    ({ result }) => ['ERROR', 'FAIL'].includes(result.verdict) && result.wrong.length > 0,
  );
  if (!best) throw new Error('a search for the capacity has at least one plateau');
  const red = worst?.result;
  if (red)
    return {
      ...best.result,
      verdict: red.verdict,
      reasons: [...(capacity.stopped === undefined ? [] : [capacity.stopped]), ...red.reasons],
      wrong: red.wrong,
    };
  if (capacity.stopped !== undefined)
    return {
      ...best.result,
      verdict: 'INVALID',
      reasons: [`the search was cut short: ${capacity.stopped}`],
    };
  if (capacity.held === null)
    return {
      ...best.result,
      verdict: 'INVALID',
      reasons: ['not even the first plateau held; begin lower (start)', ...(best.reasons ?? [])],
    };
  return { ...best.result, verdict: 'PASS', reasons: [] };
};

const measure = async (
  conduct: LoadConduct,
  session: Session,
): Promise<{ result: LoadResult; capacity?: Capacity }> => {
  const { profile, options, progress, history } = conduct;
  const prepared = await prepare(
    session,
    plannedDrafts(profile, options.line),
    (done, total, what) => progress.update(done, total, what),
  );
  progress.stop();
  const terminal = process.stdout.isTTY;
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
      onProgress: conduct.print,
      signal: conduct.signal,
    });
  if (profile.kind === 'steps') return { result: await run(profile, 0) };
  return searchCapacity(profile, conduct, prepared, run);
};

/** Prepares, sends and judges the load of a profile. */
export const conductLoad = async (conduct: LoadConduct): Promise<LoadRecord> => {
  const { options, folder, target, profile } = conduct;
  const startedAt = new Date();
  const runId = folder.path.split(/[\\/]/).at(-1) ?? 'load';
  const session = openSession({
    target,
    seed: options.seed,
    runId,
    today: startedAt.toISOString().slice(0, 10),
    files: { exchanges: folder.exchanges, findings: folder.findings },
  });
  try {
    const { result, capacity } = await measure(conduct, session);
    return loadRecordOf(
      {
        runId,
        version: conduct.version,
        k6: conduct.k6,
        target,
        profile: { name: options.profile, description: profile.description, kind: profile.kind },
        seed: options.seed,
        startedAt,
        endedAt: new Date(),
      },
      result,
      capacity,
    );
  } finally {
    await session.close();
  }
};
