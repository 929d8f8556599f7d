import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type { ResolvedTarget } from '../../client/target.ts';
import { runAgainst } from './run-against.ts';
import type { Side } from './turns.ts';
import { orStopped } from '../or-stopped.ts';
import { prepare, type Prepared } from '../preparation/prepare.ts';
import type { StepsProfile } from '../profiles/profile.ts';
import { openSession, type Session } from '../session.ts';
import type { LoadRecord } from '../../store/load/load-record.ts';
import { type RunFolder, runFolderAt } from '../../store/run-folder.ts';
import { againstRecords, CANDIDATE } from './against-record-of.ts';
import { type LoadConduct, NOTHING, plannedDrafts } from '../running/conduct-load.ts';
import type { LoadFrame } from '../running/load-record-of.ts';
import { loadedTarget } from '../../store/public-target.ts';

/** A comparison of two builds with a checked configuration; its target is the baseline. */
export interface AgainstConduct extends Omit<LoadConduct, 'profile' | 'parts'> {
  /** With a warm-up. */
  readonly profile: StepsProfile;
  readonly candidate: ResolvedTarget;
}

/** Records that a comparison leaves. */
export interface AgainstRecords {
  readonly whole: LoadRecord;
  readonly candidate: LoadRecord;
  /** Folder of the candidate's own run. */
  readonly folder: RunFolder;
}

const preparedFor = async (
  { profile, options, progress, signal }: AgainstConduct,
  session: Session,
  side: Side,
): Promise<Prepared> => {
  const planned = plannedDrafts(profile, options.line);
  const preparing = prepare(
    session,
    planned,
    (done, total, what) => signal.aborted || progress.update(done, total, `${what}, ${side}`),
  );
  return (await orStopped(preparing, signal)) ?? NOTHING;
};

/** Prepares both builds, sends the load to them in turns, and judges which one is slower. */
export const conductAgainst = async (conduct: AgainstConduct): Promise<AgainstRecords> => {
  const { options, startedAt, profile, history, print, onMeasure, signal } = conduct;
  const others = new AbortController();
  const stop = AbortSignal.any([signal, others.signal]);
  const runId = conduct.folder.path.split(/[\\/]/).at(-1) ?? 'load';
  const folder = runFolderAt(join(conduct.folder.path, CANDIDATE));
  mkdirSync(folder.path);
  const today = startedAt.toISOString().slice(0, 10);
  const open = (target: ResolvedTarget, id: string, files: RunFolder): Session =>
    openSession({
      target,
      seed: options.seed,
      runId: id,
      today,
      files: { ...files, points: files.load.points },
      signal: stop,
    });
  const baseline = open(conduct.target, runId, conduct.folder);
  const candidate = open(conduct.candidate, `${runId}-candidate`, folder);
  const frame = (session: Session): LoadFrame => ({
    runId: session.runId,
    version: conduct.version,
    k6: conduct.k6,
    target: loadedTarget(session.target),
    profile: { name: options.profile, description: profile.description, kind: profile.kind },
    ...(profile.tags === undefined ? {} : { tags: profile.tags }),
    seed: options.seed,
    startedAt,
    endedAt: new Date(),
    stopped: signal.aborted ? String(signal.reason) : null,
  });
  try {
    const sides = {
      baseline: { session: baseline, prepared: await preparedFor(conduct, baseline, 'baseline') },
      candidate: {
        session: candidate,
        prepared: await preparedFor(conduct, candidate, 'candidate'),
      },
    };
    conduct.progress.stop();
    const result = await runAgainst({
      sides,
      k6: conduct.k6.path,
      profile,
      lines: options.line,
      history,
      others,
      signal,
      onProgress: print,
      onMeasure,
    });
    const frames = { baseline: frame(baseline), candidate: frame(candidate) };
    return { ...againstRecords(frames, result, profile.journeys > 0), folder };
  } finally {
    await Promise.all([baseline.close(), candidate.close()]);
  }
};
