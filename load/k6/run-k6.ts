import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir, totalmem } from 'node:os';
import { join } from 'node:path';
import type { K6Network } from './k6-network.ts';
import { startError } from './starvation.ts';
import { hearLog, type K6Said, type LogListener } from './k6-log.ts';
import { type K6Summary, readK6Summary } from './k6-summary.ts';
import { type Segment, segmentArguments } from '../instances/segments.ts';
import type { LiveMetrics } from '../live/live-metrics.ts';
import { CREDENTIAL, type LoadPlan, type PlannedCredential } from '../plan.ts';
import { type LimitedEnd, runLimited } from './run-limited.ts';

/** What k6 is given of an environment: no usage report, no extension fetched, none of its caller's secrets. */
export const K6_ENVIRONMENT = {
  K6_NO_USAGE_REPORT: 'true',
  K6_AUTO_EXTENSION_RESOLUTION: 'false',
} as const;

/**
 * How k6 collects garbage in a run of ours: an eighth as often as by default, since it marks every virtual user's JavaScript
 * each time, which costs a tenth of its CPU; as often as need be once it has half of the memory of the machine or container.
 */
const k6Memory = () => {
  const memory = Math.min(totalmem(), process.constrainedMemory() || Number.MAX_VALUE);
  return { GOGC: '800', GOMEMLIMIT: String(Math.floor(memory / 2)) };
};

/** Writes the files of a plan into a folder, and returns the plan with their paths. */
export const writePlanFiles = (
  order: Pick<K6Order, 'plan' | 'rows' | 'network'>,
  folder: string,
): LoadPlan => {
  const file = (name: string): string => join(folder, `${name}.json`);
  for (const [name, rows] of Object.entries(order.rows))
    writeFileSync(file(name), JSON.stringify(rows));
  const { lines, journeys, options, ...plan } = order.plan;
  // They may hold a key; nobody but their owner reads them, and they are gone with the folder.
  const all = { ...options, ...order.network?.options };
  writeFileSync(file('options'), JSON.stringify(all), { mode: 0o600 });
  return {
    ...plan,
    options: file('options'),
    summary: file('summary'),
    lines: Object.fromEntries(
      Object.entries(lines).map(([line, planned]) => [line, { ...planned, file: file(line) }]),
    ),
    ...(journeys && { journeys: { ...journeys, file: file('journeys') } }),
  };
};

/** The script that k6 runs. */
export const SCRIPT = join(import.meta.dirname, '..', 'scripts', 'load.ts');

/** A run of k6. */
export interface K6Order extends LogListener {
  /** Path of k6. */
  readonly k6: string;
  /** Everything but the paths of files, which are made here. */
  readonly plan: Omit<LoadPlan, 'summary' | 'options' | 'lines' | 'journeys'> & {
    readonly options: Readonly<Record<string, unknown>>;
    readonly lines: {
      readonly [L in keyof LoadPlan['lines']]: Omit<NonNullable<LoadPlan['lines'][L]>, 'file'>;
    };
    readonly journeys?: Omit<NonNullable<LoadPlan['journeys']>, 'file'> | undefined;
  };
  /** Rows of each line's file, and of the journeys'. */
  readonly rows: Readonly<Record<string, readonly string[]>>;
  readonly credential: PlannedCredential;
  /** Left out: straight, and trusting what k6 trusts by itself. */
  readonly network?: K6Network | undefined;
  /** Wall-clock limit, seconds. */
  readonly seconds: number;
  /** Whether k6 may draw its progress on our terminal. */
  readonly terminal?: boolean | undefined;
  /** Another script, for tests. */
  readonly script?: string | undefined;
  /** One of several: its part of the run, and the port of this machine on which it waits to be started. */
  readonly instance?: { readonly segment: Segment; readonly port: number } | undefined;
  /** Where it sends what it measures meanwhile; left out: nowhere. */
  readonly live?: LiveMetrics | undefined;
  /** What every sample is tagged with there. */
  readonly tags?: Readonly<Record<string, string>> | undefined;
  /** As anybody would start it, without our settings of its memory: what a bench compares with. */
  readonly bare?: true | undefined;
  readonly onStart?: ((pid: number) => void) | undefined;
  readonly signal?: AbortSignal | undefined;
}

/** How a run of k6 ended, and what it left. */
export interface K6End extends LimitedEnd, K6Said {
  readonly summary: K6Summary | undefined;
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
      output: order.terminal ? 'inherit' : undefined,
      onStart: order.onStart,
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
