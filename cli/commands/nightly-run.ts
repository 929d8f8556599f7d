import { mkdirSync } from 'node:fs';
import { findBuild } from '../../client/target/find-build.ts';
import { loadTarget } from '../../client/target/load-target.ts';
import { folderWriteError } from '../../client/check-writable.ts';
import type { ResolvedTarget } from '../../client/target.ts';
import { UnansweredError, UsageError } from '../../client/usage-error.ts';
import { findK6 } from '../../load/k6/k6.ts';
import { untilAborted } from '../../load/until-aborted.ts';
import { loadProfile } from '../../load/profiles/load-profile.ts';
import type { StepsProfile } from '../../load/profiles/profile.ts';
import { safetyProblems, intendedLoad } from '../../load/profiles/safety.ts';
import type { ExitCode } from '../../oracles/exit-code.ts';
import type { History } from '../../store/nights/history-file.ts';
import { clockFrom, type Clock } from '../../store/clock.ts';
import { orUsageError, type LoadTarget } from '../../load/running/load-setup.ts';
import { checkOutputPaths } from '../../runner/output-paths.ts';
import { checkTarget, clockNotes, openHistory } from '../../load/nights/checked-history.ts';
import { conductNight, type MeasuredNight } from '../../load/nights/conduct-night.ts';
import { runNightGate } from './night-gate.ts';
import { historyPath } from '../options/options.ts';
import { nightBasis } from '../../load/nights/night-basis.ts';
import { finishNight } from '../output/finish-night.ts';
import type { NightlyOptions } from '../options/nightly-options.ts';
import { setTimeout as sleep } from 'node:timers/promises';
import { findLoadSubject, measureLoad } from './send-load.ts';
import { print } from '../output/print.ts';
import type { Confirmation } from '../../load/nights/confirm-night.ts';

/** Order for the runs of a night. */
export interface NightRuns {
  readonly options: NightlyOptions;
  readonly version: string;
  readonly profile: StepsProfile;
  readonly subject: LoadTarget;
  readonly clock: Clock;
  readonly stop: AbortSignal;
}

const MINUTE = 60_000;

/** Measurement of a night: the first run, the wait, and the runs that confirm a suspicion. */
const confirmationOf = (night: NightRuns): Confirmation => {
  const { options, version, profile, subject, clock, stop } = night;
  return {
    runs: options.confirmRuns,
    wait: async () => {
      if (options.confirmAfter > 0) print(`waiting ${options.confirmAfter} minutes`);
      const ended = new AbortController();
      const waiting = sleep(options.confirmAfter * MINUTE, true, { signal: ended.signal });
      const isOver = await untilAborted(waiting, stop);
      ended.abort();
      return isOver === true && !stop.aborted;
    },
    measure: () => measureLoad({ options, version, profile, signal: stop, parts: true }, subject),
    now: clock,
    print,
  };
};

interface Night extends NightRuns {
  readonly target: ResolvedTarget;
  readonly isEmbedded: boolean;
  readonly file: string;
  readonly history: History;
}

const stepsProfile = ({ profile: name, line }: NightlyOptions): StepsProfile => {
  const profile = loadProfile(name, line);
  if (profile.kind === 'steps') return profile;
  throw new UsageError(
    `--profile: nights are compared at equal rates, but ${name} searches for a rate; use a profile of kind steps`,
  );
};

const checkNotify = ({ notify }: NightlyOptions): void => {
  const trouble = notify === undefined ? undefined : folderWriteError(notify);
  if (trouble !== undefined)
    throw new UsageError(`--notify: ${notify} is not writable: ${trouble}; name a writable folder`);
  if (notify !== undefined) mkdirSync(notify, { recursive: true });
};

const NOTHING = { runId: null, verdict: 'INVALID', notes: [], series: [] } as const;

const gateAndMeasure = async (night: Night, build: string | null): Promise<MeasuredNight> => {
  const { options, version, profile, target, stop } = night;
  const onProgress = (what: string): void => void process.stderr.write(`${what}\n`);
  // Checked before the gate: a night needs k6.
  const k6 = await orUsageError(() => untilAborted(findK6({ onProgress, signal: stop }), stop));
  if (!k6) return { ...NOTHING, reasons: [`${String(stop.reason)} before anything was sent`] };
  const { closed, notes } = await runNightGate(options, version, stop);
  if (closed) return { ...NOTHING, verdict: closed.verdict, reasons: [closed.reason], notes };
  const came = await conductNight({
    target,
    isEmbedded: night.isEmbedded,
    build,
    basis: nightBasis(target, profile, options, k6.version),
    file: night.file,
    history: night.history.lines,
    confirmation: confirmationOf(night),
  });
  return { ...came, notes: [...notes, ...came.notes] };
};

/** Build of the service. Throws UnansweredError if the service does not answer. */
const fetchBuild = async (target: ResolvedTarget): Promise<string | null> => {
  try {
    return await findBuild(target);
  } catch (error) {
    if (error instanceof UsageError) throw new UnansweredError(error.message, { cause: error });
    throw error;
  }
};

/** Result of a night; INVALID if the service does not answer, since nobody is there to read a usage error. */
const measureOrInvalid = async (
  night: Night,
): Promise<{ readonly came: MeasuredNight; readonly build: string | null }> => {
  let build: string | null = null;
  try {
    build = await fetchBuild(night.target);
    return { came: await gateAndMeasure(night, build), build };
  } catch (error) {
    if (!(error instanceof UnansweredError)) throw error;
    // No run has created the folder of the page.
    mkdirSync(night.options.out, { recursive: true });
    return { came: { ...NOTHING, reasons: [error.message] }, build };
  }
};

const runNight = async (night: Night): Promise<ExitCode> => {
  const { target, options, profile, history, file, clock } = night;
  checkTarget(file, history.lines, target, night.isEmbedded);
  const problems = safetyProblems(target, intendedLoad(profile, options.line));
  if (problems.length > 0) throw new UsageError(problems.join('\n'));
  const at = clock();
  const { came, build } = await measureOrInvalid(night);
  const notes = [...came.notes, ...history.notes, ...clockNotes(history.lines, at)];
  return finishNight({ ...came, notes }, { ...night, at, build });
};

/**
 * Conducts a night: gate, load, comparison with earlier nights, and confirmation of suspicions; prints the verdict
 * and writes the page. Returns the exit code. Throws UsageError and TargetError before the history is touched.
 */
export const nightly = async (
  options: NightlyOptions,
  version: string,
  stop: AbortSignal,
): Promise<ExitCode> => {
  const profile = await orUsageError(() => stepsProfile(options));
  checkOutputPaths(options);
  checkNotify(options);
  const file = historyPath(options);
  const history = openHistory(file);
  const subject = await findLoadSubject(options);
  try {
    const target = await loadTarget(subject.source);
    const clock = clockFrom(options.clock);
    const { isEmbedded } = subject;
    return await runNight({
      options,
      version,
      profile,
      subject,
      target,
      isEmbedded,
      file,
      history,
      clock,
      stop,
    });
  } finally {
    subject.close();
  }
};
