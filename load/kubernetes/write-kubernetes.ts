import type { ResolvedTarget } from '../../client/target.ts';
import type { K6 } from '../k6/k6.ts';
import {
  type LoadOrder,
  type LoadTarget,
  resolveLoadTarget,
  k6ForLoad,
  checkAnswer,
} from '../running/load-setup.ts';
import { sizingFile } from '../sizing-latency.ts';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { folderWriteError } from '../../client/check-writable.ts';
import { createRedactor } from '../../client/secrets/redactor.ts';
import { UsageError } from '../../client/usage-error.ts';
import { type RunSettings, runSettingsOf } from '../verdict/limits.ts';
import type { SharedSettings } from '../instances/instance-set.ts';
import { k6Network } from '../k6/k6-network.ts';
import { credentialText, writeFolder } from './write-folder.ts';
import { ARCHIVE } from './manifests.ts';
import { durationOf } from '../measuring/schedule.ts';
import { planOf, rowsOf } from '../preparation/generate.ts';
import { prepare, type Prepared, plannedDrafts } from '../preparation/prepare.ts';
import type { StepsProfile } from '../profiles/profile.ts';
import { generationOf } from '../run-load.ts';
import { openSession, type Session } from '../session.ts';
import { allowedOf } from '../verdict/conclude.ts';
import { preparationSightings } from '../verdict/wrong-answers.ts';
import { EXIT, type ExitCode } from '../../oracles/exit-code.ts';
import type { LoadConduct, LoadProgress } from '../running/conduct-load.ts';
import { factsOf } from '../../store/recorded-exchanges.ts';
import { loadTargetRecord, publicTarget } from '../../store/public-target.ts';
import { K6_ENVIRONMENT, writePlanFiles, type K6Order, SCRIPT } from '../k6/run-k6.ts';
import { runLimited } from '../k6/run-limited.ts';

/** Content of an archive, without the credential. */
export interface ArchiveOrder extends Pick<K6Order, 'k6' | 'plan' | 'rows' | 'network'> {
  readonly settings: SharedSettings;
  /** Path of the archive. */
  readonly file: string;
  readonly signal?: AbortSignal | undefined;
}

/** Names of the answer headers that are judged: those of every operation, and those that the target names (P3, P5). */
const loggedHeaders = ({ settings }: ArchiveOrder): readonly string[] => {
  const named = JSON.stringify(settings.facts).matchAll(/"header:([^"]+)"/gi);
  const own = Array.from(named, ([, name = '']) => name.toLowerCase());
  return [...new Set(['content-type', 'last-modified', 'location', ...own])];
};

/** Time limit for writing an archive in seconds. */
const LONGEST = 60;

/** Packs a run into one archive (`k6 archive`). Throws with k6's output if that fails. */
const writeArchive = async (order: ArchiveOrder): Promise<void> => {
  const folder = mkdtempSync(join(tmpdir(), 'assay-archive-'));
  const output: string[] = [];
  try {
    const course = join(folder, 'course.json');
    writeFileSync(course, JSON.stringify(order.settings));
    const plan = join(folder, 'plan.json');
    writeFileSync(
      plan,
      JSON.stringify({ ...writePlanFiles(order, folder), course, logged: loggedHeaders(order) }),
    );
    mkdirSync(join(order.file, '..'), { recursive: true });
    const { code, overdue } = await runLimited({
      program: order.k6,
      args: [
        'archive',
        '--quiet',
        '--include-system-env-vars=false',
        '-e',
        `ASSAY_PLAN=${plan}`,
        '-O',
        order.file,
        SCRIPT,
      ],
      seconds: LONGEST,
      environment: { ...K6_ENVIRONMENT, HOME: folder },
      onError: (line) => output.push(line),
      signal: order.signal,
      scratch: folder,
    });
    if (overdue) throw new Error(`k6 archive did not finish within ${LONGEST} s`);
    if (code !== 0)
      throw new Error(`k6 archive ended with ${code}: ${output.slice(-3).join('\n')}`);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
};

/** A load that is written instead of sent. */
interface KubernetesOrder extends LoadOrder {
  readonly profile: StepsProfile;
  readonly target: ResolvedTarget;
  readonly k6: K6;
  readonly folder: string;
  readonly instances: number;
}

/** Name of such a run: assay-20260301-020000. */
const runNameAt = (now: Date): string =>
  `assay-${now.toISOString().slice(0, 19).replaceAll(/[-:]/g, '').replace('T', '-')}`;

const checkFolder = (folder: string): void => {
  const trouble = folderWriteError(folder);
  if (trouble !== undefined)
    throw new UsageError(
      `--kubernetes: ${folder} is not writable: ${trouble}; name a writable folder`,
    );
};

const sharedCourseOf = (
  order: KubernetesOrder,
  settings: RunSettings,
  session: Session,
  { closed, sightings, notes }: Prepared,
): SharedSettings => {
  const { options, profile, target, k6, instances, version } = order;
  const { schedule, limits, thresholds } = settings;
  const shared: SharedSettings = {
    assay: version,
    k6: { version: k6.version, origin: k6.origin, why: k6.why },
    target: loadTargetRecord(target),
    profile: { name: options.profile, description: profile.description, kind: 'steps' },
    seed: options.seed,
    startedAt: new Date().toISOString(),
    instances,
    lines: [...options.line],
    schedule,
    limits,
    thresholds,
    validity: profile.validity,
    trend: profile.trend,
    allowed: allowedOf(target) ?? null,
    facts: factsOf({ target: publicTarget(target) }),
    closed: [...closed],
    sightings: [...sightings, ...preparationSightings(session.findings)],
    notes: [...notes],
  };
  return JSON.parse(createRedactor(target).text(JSON.stringify(shared))) as SharedSettings;
};

const write = async (
  order: KubernetesOrder,
  session: Session,
  prepared: Prepared,
): Promise<void> => {
  const { target, profile, options, folder, instances, version } = order;
  const lines = options.line.filter((line) => prepared.lines[line] !== undefined);
  if (lines.length === 0)
    throw new UsageError(
      `there is nothing to send: ${prepared.closed.map(({ line, why }) => `${line}: ${why}`).join('; ')}`,
    );
  const settings = runSettingsOf(target, profile, lines);
  const generation = generationOf(
    {
      session,
      k6: order.k6.path,
      profile,
      lines,
      prepared,
      instances,
      history: sizingFile(options.out),
    },
    settings,
    () => undefined,
  );
  mkdirSync(folder, { recursive: true });
  await writeArchive({
    k6: order.k6.path,
    plan: planOf(generation),
    rows: rowsOf(generation),
    network: k6Network(target),
    settings: sharedCourseOf(order, settings, session, prepared),
    file: join(folder, ARCHIVE),
    signal: order.signal,
  });
  const seconds = durationOf(settings.schedule);
  const credential = credentialText(target);
  const image = options.image ?? `assay:${version}`;
  writeFolder({ folder, name: session.runId, instances, seconds, image, credential });
};

const prepareAndWrite = async (
  order: KubernetesOrder,
  progress: LoadProgress,
): Promise<boolean> => {
  const { target, options, profile, signal, instances } = order;
  const scratch = mkdtempSync(join(tmpdir(), 'assay-kubernetes-'));
  const at = (name: string): string => join(scratch, name);
  const now = new Date();
  const session = openSession({
    target,
    seed: options.seed,
    runId: runNameAt(now),
    today: now.toISOString().slice(0, 10),
    files: { exchanges: at('e'), findings: at('f'), points: at('p') },
    signal,
  });
  try {
    const drafts = plannedDrafts(profile, options.line);
    const prepared = await prepare(session, drafts, progress.update, instances);
    progress.stop();
    if (signal.aborted) return false;
    await write(order, session, prepared);
    return true;
  } finally {
    progress.stop();
    await session.close();
    rmSync(scratch, { recursive: true, force: true });
  }
};

/**
 * Writes the files for k6-operator instead of sending a load; undefined if it was aborted before. Throws UsageError and
 * TargetError.
 */
export const writeKubernetes = async (
  order: LoadOrder,
  subject: LoadTarget,
  folder: string,
  { progress, print }: Pick<LoadConduct, 'progress' | 'print'>,
): Promise<ExitCode | undefined> => {
  const { options, profile, signal } = order;
  const target = await resolveLoadTarget(order, subject);
  checkFolder(folder);
  const { instances = 2 } = options;
  const k6 = await k6ForLoad(signal);
  if (!k6 || profile.kind !== 'steps') return undefined;
  await checkAnswer(target, options, signal);
  const isWritten = await prepareAndWrite(
    { ...order, profile, target, k6, folder, instances },
    progress,
  );
  if (!isWritten) return EXIT.incomplete;
  print(`written ${folder}: ${instances} pods of k6; run.sh there runs it, README.md explains it`);
  return EXIT.conformant;
};
