import { type LocalServer, startLocalServer } from '../../../client/testing/local-server.ts';
import { startReference } from '../../../reference/start.ts';
import { NETWORK_STAND_INS } from './network-stand-ins.ts';
import { startSick } from '../../../reference/sick/start-sick.ts';
import { ADDRESS_STAND_INS } from './address-stand-ins.ts';
import { LOAD_STAND_INS } from './load-services.ts';
import { WRONGLY_DESCRIBED } from './wrongly-described.ts';

/** A service that stands in for the one under test, and how to stop it. */
export interface StandIn {
  readonly base: string;
  /** What a target file says of it. */
  readonly target?: Readonly<Record<string, unknown>>;
  /** What has to be in the environment to be let in. */
  readonly environment?: Readonly<Record<string, string>>;
  close(): Promise<void>;
}

const local = async (
  answer: Parameters<typeof startLocalServer>[0],
  path = '',
): Promise<StandIn> => {
  const server: LocalServer = await startLocalServer(answer);
  return { base: server.address + path, close: () => server.close() };
};

const reference = async (options: Parameters<typeof startReference>[0]): Promise<StandIn> => {
  const running = await startReference(options);
  return { ...running, base: running.base_url };
};

const sick = async (name: Parameters<typeof startSick>[0]): Promise<StandIn> => {
  const running = await startSick(name);
  return { base: running.base_url, close: () => running.close() };
};

/** The services by name; each is started once and shared by the rows that name it. */
export const STAND_INS = {
  plain: () => reference({}),
  'wrong contract status': () => reference({ faults: ['gap-contract-created-with-200'] }),
  'answers 500': () => sick('answers-500'),
  'answers {}': () => sick('answers-200-empty-object'),
  ...NETWORK_STAND_INS,
  ...WRONGLY_DESCRIBED,
  'answers 404': () => local((_request, response) => response.writeHead(404).end()),
  ...ADDRESS_STAND_INS,
  'gap prices without Last-Modified': () => reference({ faults: ['gap-priced-with-201'] }),
  ...LOAD_STAND_INS,
} as const satisfies Record<string, () => Promise<StandIn>>;

/** The name of one of them. */
export type StandInName = keyof typeof STAND_INS;
