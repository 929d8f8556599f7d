import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createGeneratorSync, type JsonSchema } from 'json-schema-faker';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Environment } from '../../client/target/env-file.ts';
import { runLimited } from '../../load/k6/run-limited.ts';
import { type Installation, installOnce } from './install-once.ts';

interface Operation {
  readonly responses?: Readonly<
    Record<string, { readonly content?: Readonly<Record<string, { readonly schema: object }>> }>
  >;
}

interface Document {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  readonly components: object;
}

/** A running mock; its one address serves all lines. */
export interface RunningMock {
  readonly address: string;
  readonly close: () => Promise<void>;
}

/** Creates the body of an answer. */
type Answer = () => unknown;

const SEED = 1;

/** Generates the documented body of a success; without one, an id of each kind. */
const answerOf = ({ responses = {} }: Operation, { components }: Document): Answer => {
  const [, success] = Object.entries(responses).find(([status]) => status.startsWith('2')) ?? [];
  const shown = success?.content?.['application/json']?.schema;
  if (shown === undefined) {
    return () => ({ draftId: randomUUID(), contractId: randomUUID(), id: randomUUID() });
  }
  const schema: JsonSchema = { ...shown, components };
  const generator = createGeneratorSync({ seed: SEED, alwaysFakeOptionals: true });
  return () => generator.generate(schema);
};

const expressionOf = (path: string): RegExp =>
  new RegExp(`^${path.replaceAll('.', String.raw`\.`).replaceAll(/\{[^}]+\}/g, '[^/]+')}$`);

/**
 * Answers every operation of an OpenAPI document at random: checks no credential, stores nothing and refuses nothing.
 */
export const startRandom = async (text: string): Promise<RunningMock> => {
  const document = JSON.parse(text) as Document;
  const routes = Object.entries(document.paths).flatMap(([path, operations]) =>
    Object.entries(operations).map(([method, operation]) => ({
      method: method.toUpperCase(),
      path: expressionOf(path),
      answer: answerOf(operation, document),
    })),
  );
  const server = createServer((request, response) => {
    request.resume();
    const { pathname } = new URL(request.url ?? '/', 'http://localhost');
    const found = routes.find(
      ({ method, path }) => method === request.method && path.test(pathname),
    );
    const headers = {
      'content-type': 'application/json',
      'last-modified': new Date().toUTCString(),
    };
    response.writeHead(found ? 200 : 404, headers).end(JSON.stringify(found?.answer() ?? {}));
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const close = async (): Promise<void> => {
    const closed = once(server, 'close');
    server.close();
    server.closeAllConnections();
    await closed;
  };
  return { address: `http://127.0.0.1:${port}`, close };
};

const PRISM = '5.16.0';
/** Maximum lifetime of a mock in seconds. */
const LONGEST = 600;

const QUIETLY = ['--ignore-scripts', '--no-audit', '--no-fund'];

const INSTALLATION: Installation = {
  name: `prism-${PRISM}`,
  hint: `npm run witness needs npm and its registry once, for @stoplight/prism-cli ${PRISM}`,
  steps: (folder) => [
    ['npm', 'install', ...QUIETLY, '--prefix', folder, `@stoplight/prism-cli@${PRISM}`],
  ],
};

/** Path of Prism, installed into the cache if missing. Throws UsageError with a remedy. */
export const findPrism = async (environment: Environment): Promise<string> =>
  join(await installOnce(INSTALLATION, environment), 'node_modules', '.bin', 'prism');

/**
 * Starts Prism's mock of an OpenAPI document, with generated bodies, in its own process. Rejects if it exits at once.
 */
export const startPrism = async (
  program: string,
  text: string,
  folder: string,
): Promise<RunningMock> => {
  const document = join(folder, 'openapi.json');
  writeFileSync(document, text);
  const stop = new AbortController();
  const listening = Promise.withResolvers<string>();
  const ended = runLimited({
    program: process.execPath,
    args: [program, 'mock', '--dynamic', '--seed', '1', '--port', '0', document],
    seconds: LONGEST,
    environment: { PATH: '/usr/bin:/bin', HOME: folder },
    cwd: folder,
    signal: stop.signal,
    onOutput: (line) => {
      const [, address] = /listening on (http:\S+)/.exec(line) ?? [];
      if (address !== undefined) listening.resolve(address);
    },
  });
  ended.then(() => listening.reject(new Error('Prism ended')), listening.reject);
  const address = await listening.promise;
  const close = async (): Promise<void> => {
    stop.abort();
    await ended;
  };
  return { address, close };
};
