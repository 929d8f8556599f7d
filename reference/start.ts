import { type Server, listen } from './server.ts';
import { CLIENT_NAMES, SECRET_NAMES, secretsFrom } from './clients.ts';
import { type TablesOptions, buildTables } from './tables.ts';
import type { Route } from './call.ts';
import { type Service, type ShownFault, conditionedService } from './conditioned.ts';
import { type InjectedFaults, injectedFaults } from './injected-faults.ts';
import { type Dialect, dialectOf } from './dialects.ts';
import { answer } from './pipeline.ts';
import { targetDocument } from './target-document.ts';

/** Options for starting a reference service. */
export interface ReferenceOptions {
  /** Port of the base address; default 0, a free one. */
  port?: number;
  /** Port of the motor gap address, if the dialect has two; default 0, a free one. */
  gapPort?: number;
  /** Name of a dialect; default: the home of the first fault, else plain. */
  dialect?: string | undefined;
  /** Ids of the faults to inject, each with or without the condition that all share: `FAULT~CONDITION`. */
  faults?: readonly string[];
  /** Additional latency of every answer, in milliseconds. Default 0. */
  latency?: number;
  /** The service's clock. */
  now?: () => Date;
  /** Secrets by environment name (ASSAY_TOKEN …); those left out are random. */
  secrets?: Readonly<Record<string, string>>;
}

/** A running reference service. */
export interface RunningReference {
  base_url: string;
  gap_base_url: string;
  /** The target document that its user would write; secrets as `${ASSAY_…}` references. */
  target: Record<string, unknown>;
  /** The values of those references. */
  environment: Readonly<Record<string, string>>;
  /** The wrong answers so far, of a service whose faults have a condition. */
  readonly shown?: readonly ShownFault[];
  close(): Promise<void>;
}

const serviceOf = (options: TablesOptions, { faults, condition }: InjectedFaults): Service => {
  if (condition) return conditionedService(options, faults, condition);
  const tables = buildTables(options);
  for (const fault of faults) fault.inject(tables);
  return { tables, routes: tables.routes, answer: (request) => answer(tables, request) };
};

const listenAll = async (
  { tables, routes, answer: answerOne }: Service,
  ports: readonly [number, number],
): Promise<Server[]> => {
  const { choices } = tables;
  const of = (address: string): readonly Route[] =>
    routes.filter(({ operation }) => operation.address === address);
  const groups = choices.addresses === 'one' ? [routes] : [of('base'), of('gap')];
  const servers: Server[] = [];
  try {
    for (const [index, group] of groups.entries())
      servers.push(
        await listen({ tables, routes: group, answer: answerOne, port: ports[index] ?? 0 }),
      );
    return servers;
  } catch (error) {
    await Promise.all(servers.map((server) => server.close()));
    throw error;
  }
};

/** The dialect with additional latency, in milliseconds. */
const later = ({ choices, ...dialect }: Dialect, latency = 0): Dialect => {
  const { transport } = choices;
  const [least, most] = transport.delay;
  const delay = [least + latency, most + latency] as const;
  return { ...dialect, choices: { ...choices, transport: { ...transport, delay } } };
};

/** Starts a reference service on 127.0.0.1. Rejects for an unknown dialect, fault or condition, naming the known
 * ones. */
export const startReference = async (options: ReferenceOptions = {}): Promise<RunningReference> => {
  const { port = 0, gapPort = 0, now = () => new Date() } = options;
  const injected = await injectedFaults(options.faults ?? []);
  const home = injected.faults.find((fault) => fault.home !== undefined)?.home;
  const { name, choices } = later(dialectOf(options.dialect ?? home ?? 'plain'), options.latency);
  const secrets = secretsFrom(options.secrets);
  const service = serviceOf({ choices, secrets, now }, injected);

  const servers = await listenAll(service, [port, gapPort]);
  const addresses = {
    base_url: `${servers[0]?.origin}${choices.pathPrefix}`,
    gap_base_url: `${servers.at(-1)?.origin}${choices.pathPrefix}`,
  };
  return {
    ...addresses,
    target: targetDocument(name, choices, addresses),
    environment: Object.fromEntries(
      CLIENT_NAMES.map((client) => [SECRET_NAMES[client], secrets[client]]),
    ),
    ...(service.shown ? { shown: service.shown } : {}),
    close: async () => {
      await Promise.all(servers.map((server) => server.close()));
    },
  };
};
