import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir, totalmem } from 'node:os';
import { join } from 'node:path';
import type { K6Network } from './k6-network.ts';
import { startError } from './resource-exhaustion.ts';
import { openLogReader, type K6Messages, type LogListener } from './k6-log.ts';
import { type K6Summary, readK6Summary } from './k6-summary.ts';
import { type Segment, segmentArguments } from '../instances/segments.ts';
import type { LiveMetrics } from '../live/live-metrics.ts';
import { CREDENTIAL, type LoadPlan, type PlannedCredential } from '../plan.ts';
import { type LimitedEnd, runLimited } from './run-limited.ts';

/** Environment of k6: no usage report, no fetched extensions, none of its caller's secrets. */
export const K6_ENVIRONMENT = {
  K6_NO_USAGE_REPORT: 'true',
  K6_AUTO_EXTENSION_RESOLUTION: 'false',
} as const;

/**
 * Garbage collection settings of k6: an eighth as often as by default, since it marks every virtual user's JavaScript
 * each time, which costs a tenth of its CPU; as often as necessary once it has half of the memory of the machine or
 * container.
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
  // They may hold a key; they are readable by their owner only, and deleted with the folder.
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
  /** The plan without file paths, which are added here. */
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
  /** Default: a direct connection with k6's default trust. */
  readonly network?: K6Network | undefined;
  /** Wall-clock limit in seconds. */
  readonly seconds: number;
  /** True if k6 may draw its progress on our terminal. */
  readonly terminal?: boolean | undefined;
  /** Another script, for tests. */
  readonly script?: string | undefined;
  /** One of several instances: its segment of the run, and the local port on which it waits to be started. */
  readonly instance?: { readonly segment: Segment; readonly port: number } | undefined;
  /** Live outputs of metrics; default: none. */
  readonly live?: LiveMetrics | undefined;
  /** Tags of every sample in the live outputs. */
  readonly tags?: Readonly<Record<string, string>> | undefined;
  /** Runs without our memory settings, as a baseline for benchmarks. */
  readonly bare?: true | undefined;
  readonly onStart?: ((pid: number) => void) | undefined;
  readonly signal?: AbortSignal | undefined;
}

/** Exit and results of a k6 run. */
export interface K6End extends LimitedEnd, K6Messages {
  readonly summary: K6Summary | undefined;
}

/** Seconds that k6 gets to write its summary after the signal to stop. */
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
        // The tag that k6-operator gives its pods.
        `--tag=instance_id=${instance.segment.index + 1}`,
      ]
    : []),
  // Tags in the options would be replaced by the instance's own.
  ...Object.entries(tags).map(([name, value]) => `--tag=${name}=${value}`),
];

/**
 * Runs k6 with a plan until it ends or reaches its time limit, in a scratch folder; the credential is passed as one of
 * k6's secrets. Rejects if k6 cannot be started.
 */
export const runK6 = async (order: K6Order): Promise<K6End> => {
  // Only its owner can read a folder made by mkdtemp.
  const folder = scratchFolder();
  try {
    const plan = writePlanFiles(order, folder);
    writeFileSync(join(folder, 'plan.json'), JSON.stringify(plan));
    const secret = join(folder, 'secrets');
    writeFileSync(secret, `${CREDENTIAL}=${JSON.stringify(order.credential)}\n`, { mode: 0o600 });
    const log = openLogReader(order);
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
      // A kill of this process leaves no credential behind.
      scratch: folder,
      onError: log.read,
    }).catch((error: unknown) => {
      throw startError(error);
    });
    const summary = readK6Summary(plan.summary, plan.runId);
    return { ...end, summary, ...log.result() };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
};
