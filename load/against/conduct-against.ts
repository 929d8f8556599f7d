import { isTargetFile, targetFileName } from '../../client/target/text-file.ts';
import { basename, join, resolve } from 'node:path';
import type { ResolvedTarget } from '../../client/target.ts';
import { runAgainst, type AgainstResult, type ReadySide } from './run-against.ts';
import type { Side } from './blocks.ts';
import { prepare, plannedDrafts } from '../preparation/prepare.ts';
import type { StepsProfile } from '../profiles/profile.ts';
import { openSession, type Session } from '../session.ts';
import type { LoadRecord, AgainstRecord } from '../../store/load/load-record.ts';
import { makeRunFolder, type RunFolder } from '../../store/run-folder.ts';
import type { LoadConduct } from '../running/conduct-load.ts';
import {
  runPropertiesOf,
  type RunProperties,
  buildLoadRecord,
} from '../running/build-load-record.ts';
import { loadTargetRecord } from '../../store/public-target.ts';
import { intervalText, ratioText, verdictText, CHANCE, TOLERANCE } from './ratio.ts';
import type { TargetSource } from '../../client/target/load-target.ts';
import { UsageError } from '../../client/usage-error.ts';
import type { LoadOptions } from '../running/load-setup.ts';

/** The file of `--against`; for the name of another target, the file of `--target`. Throws UsageError. */
const fileOf = (other: string, target: string | undefined): string => {
  if (isTargetFile(other)) return resolve(other);
  const name = other.replace(/^#/, '');
  if (target !== undefined && name !== '') return `${targetFileName(target).path}#${name}`;
  const got = name === '' ? 'got an empty text' : `there is no file "${other}", and no --target`;
  throw new UsageError(
    `--against: expected a target file, or with --target FILE the name of another target in it; ${got}`,
  );
};

/** The source of the second build; flags and environment give the address of the first one only. Throws UsageError. */
export const againstSource = (
  other: string,
  { target, insecure }: Pick<LoadOptions, 'target' | 'insecure'>,
): TargetSource => ({
  file: fileOf(other, target),
  environment: { ASSAY_BASE_URL: undefined, ASSAY_GAP_BASE_URL: undefined },
  ...(insecure ? { insecure } : {}),
});

/** The folder of the candidate's own run, below the one of the run. */
const CANDIDATE = 'against';

const NO_JOURNEYS =
  'no journeys were sent: those of one build would continue during the blocks of the other';

const sameService = (one: AgainstRecord['target'], other: AgainstRecord['target']): boolean =>
  one.base_url === other.base_url && one.gap_base_url === other.gap_base_url;

const comparisonOf = (
  { results, judged, blocks }: AgainstResult,
  target: AgainstRecord['target'],
): AgainstRecord => ({
  target,
  folder: CANDIDATE,
  verdict: { baseline: results.baseline.verdict, candidate: results.candidate.verdict },
  blocks: blocks.count,
  seconds: blocks.seconds,
  tolerance: TOLERANCE,
  confidence: 1 - CHANCE,
  ratios: judged.ratios.map((ratio) => ({
    ...ratio,
    shown: intervalText(ratio),
    said: verdictText(ratio),
    sentence: ratioText(ratio),
  })),
});

/** The record of a comparison, with the baseline's figures, and the candidate's own record. */
const againstRecords = (
  properties: { readonly baseline: RunProperties; readonly candidate: RunProperties },
  result: AgainstResult,
  hadJourneys: boolean,
): { readonly whole: LoadRecord; readonly candidate: LoadRecord } => {
  const { judged, results } = result;
  const { baseline, candidate } = properties;
  const notes = [
    ...judged.notes,
    ...(hadJourneys ? [NO_JOURNEYS] : []),
    ...(sameService(baseline.target, candidate.target)
      ? ['both builds have the same address: any difference is chance']
      : []),
    ...results.baseline.notes.map((note) => `baseline: ${note}`),
    ...results.candidate.notes.map((note) => `candidate: ${note}`),
  ];
  const { verdict, reasons } = judged;
  return {
    whole: {
      ...buildLoadRecord(baseline, { ...results.baseline, verdict, reasons, notes }),
      against: comparisonOf(result, candidate.target),
    },
    candidate: buildLoadRecord(candidate, results.candidate),
  };
};

/** A comparison of two builds with a validated configuration; its target is the baseline. */
export interface AgainstConduct extends Omit<LoadConduct, 'profile' | 'parts'> {
  /** Always has a warm-up. */
  readonly profile: StepsProfile;
  readonly candidate: ResolvedTarget;
}

/** Prepares both builds, sends load to them in alternating blocks, and judges which one is slower. */
export const conductAgainst = async (conduct: AgainstConduct) => {
  const { options, start, profile, history, print, onMeasure, signal } = conduct;
  const others = new AbortController();
  const runId = basename(conduct.folder.path);
  const folder = makeRunFolder(join(conduct.folder.path, CANDIDATE));
  const open = (target: ResolvedTarget, id: string, files: RunFolder): Session =>
    openSession({
      target,
      seed: options.seed,
      runId: id,
      today: start.startedAt.slice(0, 10),
      files: { ...files, points: files.load.points },
      signal: AbortSignal.any([signal, others.signal]),
    });
  const baseline = open(conduct.target, runId, conduct.folder);
  const candidate = open(conduct.candidate, `${runId}-candidate`, folder);
  const ready = async (session: Session, side: Side): Promise<ReadySide> => ({
    session,
    prepared: await prepare(session, plannedDrafts(profile, options.line), (done, total, what) =>
      conduct.progress.update(done, total, `${what}, ${side}`),
    ),
  });
  const propertiesOf = ({ target, runId: id }: Session): RunProperties =>
    runPropertiesOf(
      { ...start, target: loadTargetRecord(target) },
      { runId: id, endedAt: new Date(), stopped: signal.aborted ? String(signal.reason) : null },
    );
  try {
    const sides = {
      baseline: await ready(baseline, 'baseline'),
      candidate: await ready(candidate, 'candidate'),
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
    const properties = { baseline: propertiesOf(baseline), candidate: propertiesOf(candidate) };
    return { ...againstRecords(properties, result, profile.journeys > 0), folder };
  } finally {
    await Promise.all([baseline.close(), candidate.close()]);
  }
};
