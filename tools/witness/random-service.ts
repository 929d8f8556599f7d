import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createGeneratorSync, type JsonSchema } from 'json-schema-faker';

interface Operation {
  readonly responses?: Readonly<
    Record<string, { readonly content?: Readonly<Record<string, { readonly schema: object }>> }>
  >;
}

interface Document {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  readonly components: object;
}

/** A running service that is none; its one address is that of all lines. */
export interface RunningMock {
  readonly address: string;
  readonly close: () => Promise<void>;
}

/** Makes the body of one answer. */
type Answer = () => unknown;

const SEED = 1;

/** What the document shows of a success, drawn; where it shows nothing, an id of all that may have one. */
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

/** Answers every operation of an OpenAPI document at random: it asks for no credential, keeps nothing and refuses nothing. */
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
