import { resolve } from 'node:path';
import { readEnvironment } from '../../client/target.ts';
import { type Environment } from '../../client/target/env-file.ts';
import { fileWriteError } from '../../client/check-writable.ts';
import { connect } from 'node:net';

/** A receiver of metrics. */
export interface Receiver {
  /** Name of k6's output. */
  readonly output: string;
  /** Address without credentials. */
  readonly shown: string;
  readonly host: string;
  readonly port: number;
}

/** The receiver at an address, or none if the address is malformed: k6 then reports the error itself. */
export const receiverAt = (output: string, address: string): readonly Receiver[] => {
  const url = /^[a-z][a-z\d+.-]*:\/\//i.test(address) ? address : `http://${address}`;
  if (!URL.canParse(url)) return [];
  const { protocol, hostname, host, port } = new URL(url);
  const usual = protocol === 'https:' ? 443 : 80;
  const name = hostname.replace(/^\[|\]$/g, '');
  return [{ output, shown: host, host: name, port: port === '' ? usual : Number(port) }];
};

/** Connection timeout in milliseconds. */
const TIMEOUT = 2000;

const problemWith = ({ host, port }: Receiver): Promise<string | undefined> =>
  new Promise((resolve) => {
    const socket = connect({ host, port });
    const end = (problem: string | undefined): void => {
      socket.destroy();
      resolve(problem);
    };
    socket.setTimeout(TIMEOUT, () => end(`no connection within ${TIMEOUT / 1000} s`));
    socket.once('connect', () => end(undefined));
    socket.once('error', (error: NodeJS.ErrnoException) => end(error.code ?? error.message));
  });

/** A sentence on each receiver that refuses connections: no verdict depends on it, but its metrics will be missing. */
export const unreachableNotes = async (
  receivers: readonly Receiver[],
): Promise<readonly string[]> => {
  const sentences = receivers.map(async (receiver) => {
    const problem = await problemWith(receiver);
    if (problem === undefined) return [];
    return `the receiver of the metrics (${receiver.output}) at ${receiver.shown} is not reachable: ${problem}; these metrics are lost, the verdict does not depend on them`;
  });
  return (await Promise.all(sentences)).flat();
};

interface Output {
  /** Prefixes of its environment variables. */
  readonly prefixes: readonly string[];
  /** Kind of the text after `=`; default: none is allowed. */
  readonly argument?: 'a file' | 'an address';
  /** True if the text after `=` is required. */
  readonly needsArgument?: true;
  /** Address of the receiver, from the environment. */
  readonly address?: (environment: Environment) => string;
}

const otelAddress = (environment: Environment): string => {
  const protocol =
    environment['K6_OTEL_EXPORTER_PROTOCOL'] ?? environment['K6_OTEL_EXPORTER_TYPE'] ?? 'grpc';
  return protocol.startsWith('http')
    ? (environment['K6_OTEL_HTTP_EXPORTER_ENDPOINT'] ?? 'localhost:4318')
    : (environment['K6_OTEL_GRPC_EXPORTER_ENDPOINT'] ?? 'localhost:4317');
};

/** The k6 outputs that a load supports, by k6's own names. */
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

/** An output for which Assay has a short name. */
export type LiveOutput = keyof typeof LIVE;

/** All short names. */
export const LIVE_OUTPUTS = Object.keys(LIVE) as readonly LiveOutput[];

/** Additional outputs of a load's metrics. */
export interface LiveOrder {
  readonly live?: LiveOutput | undefined;
  /** k6's own notation, such as `json=out.json`. */
  readonly k6Out?: readonly string[] | undefined;
}

/** Output settings of k6. */
export interface LiveMetrics {
  readonly arguments: readonly string[];
  readonly variables: Readonly<Record<string, string>>;
  /** Receivers that have to be reachable. */
  readonly receivers: readonly Receiver[];
}

const partsOf = (output: string): readonly [name: string, argument: string | undefined] => {
  const at = output.indexOf('=');
  return at < 0 ? [output, undefined] : [output.slice(0, at), output.slice(at + 1)];
};

/** Absolute path of the file that an output writes; undefined if it writes none. */
const fileOf = (output: string): string | undefined => {
  const [name, argument] = partsOf(output);
  const isFile = argument !== undefined && OUTPUTS[name]?.argument === 'a file';
  return isFile ? resolve(argument) : undefined;
};

/** Problems of these outputs that are known before anything is sent; empty without any. */
export const liveProblems = (
  { k6Out = [] }: LiveOrder,
  instances: number,
  environment: Environment = readEnvironment(),
): readonly string[] => {
  const files = k6Out.flatMap((output) => fileOf(output) ?? []);
  return [
    files.length > 0 &&
      instances > 1 &&
      `--k6-out: ${instances} instances would all write ${files[0]}; name an output that accepts several, such as experimental-prometheus-rw`,
    ...files.map((file) => {
      const trouble = fileWriteError(file);
      return (
        trouble !== undefined &&
        `--k6-out: ${file} is not writable: ${trouble}; name a writable file`
      );
    }),
    environment['K6_WEB_DASHBOARD'] === 'true' &&
      !environment['K6_WEB_DASHBOARD_EXPORT'] &&
      'K6_WEB_DASHBOARD: expected K6_WEB_DASHBOARD_EXPORT=FILE, too; Assay lets k6 export its dashboard, but not serve it, since k6 would wait at its end for every open browser; set it, or unset K6_WEB_DASHBOARD',
  ].filter((problem) => problem !== false);
};

/** Environment variables that have no effect, though their user may expect one. */
export const ignoredVariableNotes = (
  environment: Environment = readEnvironment(),
): readonly string[] =>
  environment['K6_OUT'] ? ['K6_OUT has no effect; name the outputs of k6 with --k6-out'] : [];

/** Error in the notation of an output; undefined if it is valid. */
export const outputProblem = (output: string): string | undefined => {
  const [name, argument] = partsOf(output);
  if (name === 'cloud')
    return 'cloud would send the script and the plan of this run to Grafana Cloud, which Assay does not do';
  if (name === 'web-dashboard')
    return 'k6 would wait at its end for every open browser; set K6_WEB_DASHBOARD=true and K6_WEB_DASHBOARD_EXPORT=FILE to export its page, and see load.html of the run';
  const known = Object.hasOwn(OUTPUTS, name) ? OUTPUTS[name] : undefined;
  if (!known) return `expected one of ${Object.keys(OUTPUTS).join(', ')}, got "${name}"`;
  if (known.needsArgument && !argument) return `expected ${name}=FILE, got "${output}"`;
  if (argument !== undefined && known.argument === undefined)
    return `${name} is configured by variables (${known.prefixes.join('…, ')}…), not from "=${argument}"`;
  return undefined;
};

/** Native histograms, which several instances can send side by side, and a query can add up. */
const HISTOGRAMS = { K6_PROMETHEUS_RW_TREND_AS_NATIVE_HISTOGRAM: 'true' };

/** The variables that begin with one of the prefixes. */
const variablesOf = (environment: Environment, prefixes: readonly string[]) =>
  Object.fromEntries(
    Object.entries(environment).filter(
      (entry): entry is [string, string] =>
        entry[1] !== undefined && prefixes.some((prefix) => entry[0].startsWith(prefix)),
    ),
  );

/** Settings of k6's own dashboard, if the environment asks for one that can be provided. */
const dashboardOf = (environment: Environment): Readonly<Record<string, string>> | undefined => {
  const file = environment['K6_WEB_DASHBOARD_EXPORT'];
  if (environment['K6_WEB_DASHBOARD'] !== 'true' || !file) return undefined;
  // It is not served, because k6 would wait at the end for every open browser.
  return {
    ...variablesOf(environment, ['K6_WEB_DASHBOARD_']),
    K6_WEB_DASHBOARD: 'true',
    K6_WEB_DASHBOARD_PORT: '-1',
    K6_WEB_DASHBOARD_EXPORT: resolve(file),
  };
};

/** Takes k6's own output settings from the environment, and nothing else; undefined if nothing is sent. */
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
