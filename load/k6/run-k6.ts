import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { K6_ENVIRONMENT } from './k6-environment.ts';
import type { K6Network } from './k6-network.ts';
import { k6Memory } from './k6-memory.ts';
import { writePlanFiles } from './plan-files.ts';
import { startError } from './starvation.ts';
import { hearLog } from './hear-log.ts';
import { type K6Summary, readK6Summary } from './k6-summary.ts';
import { type Segment, segmentArguments } from '../instances/segments.ts';
import type { LiveMetrics } from '../live/live-metrics.ts';
import { CREDENTIAL, type LoadPlan, type PlannedCredential, type Told } from '../plan.ts';
import { type LimitedEnd, runLimited } from './run-limited.ts';

/** The script that k6 runs. */
export const SCRIPT = join(import.meta.dirname, '..', 'scripts', 'load.ts');

/** A run of k6. */
export interface K6Order {
  /** Path of k6. */
  readonly k6: string;
  /** Everything but the paths of files, which are made here. */
  readonly plan: Omit<LoadPlan, 'summary' | 'options' | 'lines' | 'journeys'> & {
    readonly options: Readonly<Record<string, unknown>>;
    readonly lines: {
      readonly [L in keyof LoadPlan['lines']]: Omit<NonNullable<LoadPlan['lines'][L]>, 'file'>;
    };
    readonly journeys?: Omit<NonNullable<LoadPlan['journeys']>, 'file'>;
  };
  /** Rows of each line's file, and of the journeys'. */
  readonly rows: Readonly<Record<string, readonly string[]>>;
  readonly credential: PlannedCredential;
  /** Left out: straight, and trusting what k6 trusts by itself. */
  readonly network?: K6Network;
  /** Wall-clock limit, seconds. */
  readonly seconds: number;
  /** Whether k6 may draw its progress on our terminal. */
  readonly terminal?: boolean;
  /** Another script, for tests. */
  readonly script?: string;
  /** One of several: its part of the run, and the port of this machine on which it waits to be started. */
  readonly instance?: { readonly segment: Segment; readonly port: number };
  /** Where it sends what it measures meanwhile; left out: nowhere. */
  readonly live?: LiveMetrics | undefined;
  /** What every sample is tagged with there. */
  readonly tags?: Readonly<Record<string, string>> | undefined;
  /** As anybody would start it, without our settings of its memory: what a bench compares with. */
  readonly bare?: true;
  readonly onTold?: (told: Told) => void;
  /** Told each line of k6's log that is none of its scripts. */
  readonly onLog?: (line: string) => void;
  readonly onStart?: (pid: number) => void;
  readonly signal?: AbortSignal | undefined;
}

/** How a run of k6 ended, and what it left. */
export interface K6End extends LimitedEnd {
  readonly summary: K6Summary | undefined;
  readonly exceptions: number;
  /** What the machine lacked for it, and how often that was told. */
  readonly lack?: { readonly count: number; readonly text: string };
  /** The first few lines of its log that are not ours, by kind. */
  readonly said: {
    readonly exceptions: readonly string[];
    readonly errors: readonly string[];
    readonly warnings: readonly string[];
    /** Of the outputs, and how often each said one. */
    readonly outputs: readonly string[];
  };
}

/** Seconds that k6 gets to sum up what it has, once it is told to stop. */
const GRACE = 8;

const scratchFolder = (): string => {
  try {
    return mkdtempSync(join(tmpdir(), 'assay-load-'));
  } catch (error) {
    throw startError(error);
  }
};

const networkIn = (folder: string, network: K6Network | undefined): Record<string, string> => {
  if (network?.trusted === undefined) return { ...network?.variables };
  const file = join(folder, 'trusted.pem');
  writeFileSync(file, network.trusted);
  return { ...network.variables, SSL_CERT_FILE: file };
};

const instanceArguments = ({ instance, tags = {} }: K6Order): readonly string[] => [
  ...(instance
    ? [
        ...segmentArguments(instance.segment),
        '--paused',
        `--address=127.0.0.1:${instance.port}`,
        // As k6-operator tells its pods apart.
        `--tag=instance_id=${instance.segment.index + 1}`,
      ]
    : []),
  // Those of the options would be lost beside the one of an instance.
  ...Object.entries(tags).map(([name, value]) => `--tag=${name}=${value}`),
];

/**
 * Runs k6 with a plan until it ends or its limit is over, in a folder of its own that is gone afterwards; the credential is
 * handed over as one of k6's secrets. Rejects where k6 cannot be started.
 */
export const runK6 = async (order: K6Order): Promise<K6End> => {
  // Only its owner can read a folder of mkdtemp.
  const folder = scratchFolder();
  try {
    const plan = writePlanFiles(order, folder);
    writeFileSync(join(folder, 'plan.json'), JSON.stringify(plan));
    const secret = join(folder, 'secrets');
    writeFileSync(secret, `${CREDENTIAL}=${JSON.stringify(order.credential)}\n`, { mode: 0o600 });
    const ear = hearLog(order);
    const end = await runLimited({
      program: order.k6,
      args: [
        'run',
        ...(order.terminal ? [] : ['--quiet']),
        '--no-usage-report',
        '--log-format=json',
        ...instanceArguments(order),
        ...(order.live?.arguments ?? []),
        `--secret-source=file=${secret}`,
        '--include-system-env-vars=false',
        '-e',
        `ASSAY_PLAN=${join(folder, 'plan.json')}`,
        order.script ?? SCRIPT,
      ],
      seconds: order.seconds,
      environment: {
        ...K6_ENVIRONMENT,
        ...networkIn(folder, order.network),
        ...order.live?.variables,
        ...(order.bare ? {} : k6Memory()),
        HOME: folder,
      },
      ...(order.terminal ? { output: 'inherit' as const } : {}),
      ...(order.onStart ? { onStart: order.onStart } : {}),
      signal: order.signal,
      grace: GRACE,
      // Who kills this process leaves no credential behind.
      scratch: folder,
      onError: ear.hear,
    }).catch((error: unknown) => {
      throw startError(error);
    });
    const summary = readK6Summary(plan.summary, plan.runId);
    return { ...end, summary, ...ear.heard() };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
};
