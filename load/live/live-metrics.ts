import { resolve } from 'node:path';
import { readEnvironment } from '../../client/target.ts';
import { type Environment } from '../../client/target/env-file.ts';
import { fileWriteError } from '../../client/check-writable.ts';
import { connect } from 'node:net';

/** Somebody who takes measurements. */
export interface Receiver {
  /** Name of k6's output. */
  readonly output: string;
  /** Without a credential that may stand in its address. */
  readonly shown: string;
  readonly host: string;
  readonly port: number;
}

/** The receiver at an address, or none where it cannot be read: k6 then says so itself. */
export const receiverAt = (output: string, address: string): readonly Receiver[] => {
  const url = /^[a-z][a-z\d+.-]*:\/\//i.test(address) ? address : `http://${address}`;
  if (!URL.canParse(url)) return [];
  const { protocol, hostname, host, port } = new URL(url);
  const usual = protocol === 'https:' ? 443 : 80;
  const name = hostname.replace(/^\[|\]$/g, '');
  return [{ output, shown: host, host: name, port: port === '' ? usual : Number(port) }];
};

/** Milliseconds for a connection. */
const PATIENCE = 2000;

const problemWith = ({ host, port }: Receiver): Promise<string | undefined> =>
  new Promise((resolve) => {
    const socket = connect({ host, port });
    const end = (problem: string | undefined): void => {
      socket.destroy();
      resolve(problem);
    };
    socket.setTimeout(PATIENCE, () => end(`no connection within ${PATIENCE / 1000} s`));
    socket.once('connect', () => end(undefined));
    socket.once('error', (error: NodeJS.ErrnoException) => end(error.code ?? error.message));
  });

/** A sentence on each receiver that takes no connection: nothing of a verdict depends on it, but its metrics will be missing. */
export const unreachable = async (receivers: readonly Receiver[]): Promise<readonly string[]> => {
  const sentences = receivers.map(async (receiver) => {
    const problem = await problemWith(receiver);
    if (problem === undefined) return [];
    return `the receiver of the metrics (${receiver.output}) at ${receiver.shown} is not reachable: ${problem}; what k6 sends there is lost, the verdict does not depend on it`;
  });
  return (await Promise.all(sentences)).flat();
};

interface Output {
  /** Prefixes of the variables that belong there. */
  readonly prefixes: readonly string[];
  /** What stands behind `=`; left out: nothing may. */
  readonly argument?: 'a file' | 'an address';
  /** Whether there has to be something behind `=`. */
  readonly needsArgument?: true;
  /** Where it sends, as the environment has it. */
  readonly address?: (environment: Environment) => string;
}

const otelAddress = (environment: Environment): string => {
  const protocol =
    environment['K6_OTEL_EXPORTER_PROTOCOL'] ?? environment['K6_OTEL_EXPORTER_TYPE'] ?? 'grpc';
  return protocol.startsWith('http')
    ? (environment['K6_OTEL_HTTP_EXPORTER_ENDPOINT'] ?? 'localhost:4318')
    : (environment['K6_OTEL_GRPC_EXPORTER_ENDPOINT'] ?? 'localhost:4317');
};

/** The outputs of k6 that a load may have, in k6's own words. */
const OUTPUTS: Readonly<Record<string, Output>> = {
  'experimental-prometheus-rw': {
    prefixes: ['K6_PROMETHEUS_RW_'],
    address: (environment) =>
      environment['K6_PROMETHEUS_RW_SERVER_URL'] ?? 'http://localhost:9090/api/v1/write',
  },
  opentelemetry: { prefixes: ['K6_OTEL_', 'OTEL_'], address: otelAddress },
  influxdb: {
    prefixes: ['K6_INFLUXDB_'],
    argument: 'an address',
    address: (environment) => environment['K6_INFLUXDB_ADDR'] ?? 'http://localhost:8086',
  },
  statsd: { prefixes: ['K6_STATSD_'] },
  json: { prefixes: ['K6_JSON_'], argument: 'a file', needsArgument: true },
  csv: { prefixes: ['K6_CSV_'], argument: 'a file', needsArgument: true },
};

const LIVE = {
  prometheus: 'experimental-prometheus-rw',
  opentelemetry: 'opentelemetry',
} as const;

/** An output that Assay itself has a short name for. */
export type LiveOutput = keyof typeof LIVE;

/** All of them. */
export const LIVE_OUTPUTS = Object.keys(LIVE) as readonly LiveOutput[];

/** Where a load also sends what it measures. */
export interface LiveOrder {
  readonly live?: LiveOutput | undefined;
  /** In k6's own words, such as `json=out.json`. */
  readonly k6Out?: readonly string[] | undefined;
}

/** What k6 is told of it. */
export interface LiveMetrics {
  readonly arguments: readonly string[];
  readonly variables: Readonly<Record<string, string>>;
  /** Who has to listen there. */
  readonly receivers: readonly Receiver[];
}

const partsOf = (output: string): readonly [name: string, argument: string | undefined] => {
  const at = output.indexOf('=');
  return at < 0 ? [output, undefined] : [output.slice(0, at), output.slice(at + 1)];
};

/** The file that an output writes, absolute; undefined where it writes none. */
const fileOf = (output: string): string | undefined => {
  const [name, argument] = partsOf(output);
  const isFile = argument !== undefined && OUTPUTS[name]?.argument === 'a file';
  return isFile ? resolve(argument) : undefined;
};

/** What speaks against these outputs before anything is sent; empty: nothing. */
export const liveProblems = (
  { k6Out = [] }: LiveOrder,
  instances: number,
  environment: Environment = readEnvironment(),
): readonly string[] => {
  const files = k6Out.flatMap((output) => fileOf(output) ?? []);
  return [
    files.length > 0 &&
      instances > 1 &&
      `--k6-out: ${instances} instances would all write ${files[0]}; name an output that takes them together, such as experimental-prometheus-rw`,
    ...files.map((file) => {
      const trouble = fileWriteError(file);
      return (
        trouble !== undefined &&
        `--k6-out: ${file} cannot be written: ${trouble}; name a file that can be written`
      );
    }),
    environment['K6_WEB_DASHBOARD'] === 'true' &&
      !environment['K6_WEB_DASHBOARD_EXPORT'] &&
      'K6_WEB_DASHBOARD: expected K6_WEB_DASHBOARD_EXPORT=FILE, too; Assay has k6 write its dashboard, but not serve it, since k6 would wait at the end for every open browser; set it, or unset K6_WEB_DASHBOARD',
  ].filter((problem) => problem !== false);
};

/** What of the environment has no effect, though its user may count on it. */
export const liveLines = (environment: Environment = readEnvironment()): readonly string[] =>
  environment['K6_OUT'] ? ['K6_OUT has no effect; name the outputs of k6 with --k6-out'] : [];

/** What is wrong with the words for an output; undefined: nothing. */
export const outputProblem = (output: string): string | undefined => {
  const [name, argument] = partsOf(output);
  if (name === 'cloud')
    return 'cloud would send the script and the plan of this run to Grafana Cloud, and Assay sends nothing there';
  if (name === 'web-dashboard')
    return 'k6 would wait at the end for every open browser; set K6_WEB_DASHBOARD=true and K6_WEB_DASHBOARD_EXPORT=FILE to have its page written, and see load.html of the run';
  const known = Object.hasOwn(OUTPUTS, name) ? OUTPUTS[name] : undefined;
  if (!known) return `expected one of ${Object.keys(OUTPUTS).join(', ')}, got "${name}"`;
  if (known.needsArgument && !argument) return `expected ${name}=FILE, got "${output}"`;
  if (argument !== undefined && known.argument === undefined)
    return `${name} takes its settings from variables (${known.prefixes.join('…, ')}…), not from "=${argument}"`;
  return undefined;
};

/** Distributions that several instances can send side by side, and that a query can add up. */
const HISTOGRAMS = { K6_PROMETHEUS_RW_TREND_AS_NATIVE_HISTOGRAM: 'true' };

/** The variables that begin with one of these. */
const variablesOf = (environment: Environment, prefixes: readonly string[]) =>
  Object.fromEntries(
    Object.entries(environment).filter(
      (entry): entry is [string, string] =>
        entry[1] !== undefined && prefixes.some((prefix) => entry[0].startsWith(prefix)),
    ),
  );

/** The page of k6's own dashboard, if the environment asks for it in words that can be kept to. */
const dashboardOf = (environment: Environment): Readonly<Record<string, string>> | undefined => {
  const file = environment['K6_WEB_DASHBOARD_EXPORT'];
  if (environment['K6_WEB_DASHBOARD'] !== 'true' || !file) return undefined;
  // Served it is not: k6 would wait at the end for every open browser.
  return {
    ...variablesOf(environment, ['K6_WEB_DASHBOARD_']),
    K6_WEB_DASHBOARD: 'true',
    K6_WEB_DASHBOARD_PORT: '-1',
    K6_WEB_DASHBOARD_EXPORT: resolve(file),
  };
};

/** Takes k6's own settings of the outputs from the environment, and nothing else of it; undefined: nothing is sent. */
export const liveMetrics = (
  { live, k6Out = [] }: LiveOrder,
  environment: Environment = readEnvironment(),
): LiveMetrics | undefined => {
  const outputs = [...(live === undefined ? [] : [LIVE[live]]), ...k6Out];
  const dashboard = dashboardOf(environment);
  if (outputs.length === 0 && !dashboard) return undefined;
  const prefixes = outputs.flatMap((output) => OUTPUTS[partsOf(output)[0]]?.prefixes ?? []);
  return {
    arguments: outputs.map((output) => {
      const file = fileOf(output);
      return file === undefined ? `--out=${output}` : `--out=${partsOf(output)[0]}=${file}`;
    }),
    variables: {
      ...(outputs.includes(LIVE.prometheus) && HISTOGRAMS),
      ...variablesOf(environment, prefixes),
      ...dashboard,
    },
    receivers: outputs.flatMap((output) => {
      const [name, argument] = partsOf(output);
      const { address, argument: takes } = OUTPUTS[name] ?? {};
      const written = takes === 'an address' && argument ? argument : address?.(environment);
      return written === undefined ? [] : receiverAt(name, written);
    }),
  };
};
