import { startLocalServer } from '../../client/testing/local-server.ts';
import { startReference } from '../../reference/start.ts';
import { createCipheriv } from 'node:crypto';
import { gzipSync } from 'node:zlib';

/** An answer on its way from a correct service to the harness. */
export interface PassingAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | readonly string[]>>;
  readonly body: Buffer;
}

/** Manipulation of each answer; `path` is that of the request. */
export type Attack = (answer: PassingAnswer, path: string) => PassingAnswer;

/** A service whose answers a gateway makes hostile. */
export interface HostileGateway {
  /** The target document, with secrets as references. */
  readonly target: Readonly<Record<string, unknown>>;
  readonly environment: Readonly<Record<string, string>>;
  close(): Promise<void>;
}

/** Hop-by-hop headers. */
const HOP = ['content-length', 'transfer-encoding', 'connection', 'keep-alive'];

/** Starts the reference service with faults and a gateway in front of it, on 127.0.0.1 and free ports. */
export const startHostileGateway = async (
  attack: Attack,
  faults: readonly string[] = [],
): Promise<HostileGateway> => {
  const reference = await startReference({ faults });
  const pass = async (url: string, init: RequestInit): Promise<PassingAnswer> => {
    const { base_url: base, gap_base_url: gap } = reference;
    const { origin } = new URL(url.includes('/motor/') ? gap : base);
    const answer = await fetch(origin + url, { ...init, redirect: 'manual' });
    const headers = [...answer.headers].filter(([name]) => !HOP.includes(name));
    const body = Buffer.from(await answer.arrayBuffer());
    return attack({ status: answer.status, headers: Object.fromEntries(headers), body }, url);
  };
  const server = await startLocalServer(({ method, url, headers, body }, response) => {
    const { host: _host, connection: _connection, ...kept } = headers;
    const sent = { method, headers: kept as Record<string, string> };
    const answer = async (): Promise<void> => {
      const passed = await pass(url, body === '' ? sent : { ...sent, body });
      const changed = passed.headers as Record<string, string | string[]>;
      response.writeHead(passed.status, changed).end(passed.body);
    };
    answer().catch(() => response.destroy());
  });
  return {
    target: { ...reference.target, base_url: server.address, gap_base_url: server.address },
    environment: reference.environment,
    close: async () => {
      await server.close();
      await reference.close();
    },
  };
};

const isSuccess = ({ status }: PassingAnswer): boolean => status === 200;

/** Changes the text of successes. */
const onSuccess =
  (change: (text: string) => string | Buffer): Attack =>
  (answer) =>
    isSuccess(answer) ? { ...answer, body: Buffer.from(change(answer.body.toString())) } : answer;

/** A JSON text with members inserted before those of an object. */
const before = (members: string) =>
  onSuccess((text) => (/^\{.+\}$/s.test(text) ? `{${members},${text.slice(1)}` : text));

const compressed =
  (attack: Attack): Attack =>
  (answer, path) => {
    const { status, headers, body } = attack(answer, path);
    return { status, headers: { ...headers, 'content-encoding': 'gzip' }, body: gzipSync(body) };
  };

/** Changes the value of a key, anywhere in a body. */
const valueOf = (key: string, change: (value: string) => string) =>
  onSuccess((text) =>
    text.replace(
      new RegExp(`"(${key})":"([^"]*)"`, 'g'),
      (_whole, name: string, value: string) => `"${name}":"${change(value)}"`,
    ),
  );

const only =
  (part: string, attack: Attack): Attack =>
  (answer, path) =>
    path.endsWith(part) ? attack(answer, path) : answer;

const withHeaders =
  (headers: Readonly<Record<string, string>>): Attack =>
  (answer) => ({ ...answer, headers: { ...answer.headers, ...headers } });

const many = (count: number, one: (at: number) => string): string =>
  Array.from({ length: count }, (_, at) => one(at)).join(',');

const MB = 2 ** 20;
const PRETTY = JSON.stringify(
  Object.fromEntries(
    Array.from({ length: 2000 }, (_, at) => [`member${at}`, { a: at, b: 'some' }]),
  ),
  null,
  2,
);

/** A pseudo-random document in base64, such as a scan or an archive: incompressible bytes. */
const documentOf = (size: number): string =>
  createCipheriv('aes-128-ctr', Buffer.alloc(16, 1), Buffer.alloc(16))
    .update(Buffer.alloc(size))
    .toString('base64');

/** Hostile answers, by name. */
export const ATTACKS = {
  deep: before(`"deep":${'['.repeat(100_000)}${']'.repeat(100_000)}`),
  'deep objects': before(`"deep":${'{"a":'.repeat(100_000)}1${'}'.repeat(100_000)}`),
  values: before(`"many":[${many(60_000, String)}]`),
  tokens: before(`"many":[${many(2000, (at) => `{"token":"token-number-${at}"}`)}]`),
  'token of 8 MB': only(
    'token-terms',
    valueOf('[^"]*[tT]oken', () => 't'.repeat(8 * MB)),
  ),
  'token of 1.2 MB': only(
    'token-terms',
    valueOf('[^"]*[tT]oken', () => 't'.repeat(1.2 * MB)),
  ),
  'id of 9,000 characters': valueOf('draftId|id', (id) => id.padEnd(9000, 'x')),
  'id of half a character': valueOf('draftId|id', (id) => `\\ud800${id}`),
  'control characters': only(
    'price-requests',
    onSuccess(() => Buffer.alloc(9 * MB, 1)),
  ),
  'control characters of 200 kB': only(
    'price-requests',
    onSuccess((text) => `${text}${'\u0001'.repeat(200_000)}`),
  ),
  'small answers that grow': compressed(before(`"fill":"${'x'.repeat(300_000)}"`)),
  'a document of 600 kB': only('token-terms', before(`"document":"${documentOf(450_000)}"`)),
  'escapes of every kind': only(
    'price-requests',
    onSuccess((text) => text + String.raw`%26\u0026&amp;\"&#38;""''+%2b`.repeat(8000)),
  ),
  'bytes that are no text': only('price-requests', (answer) =>
    isSuccess(answer) ? { ...answer, body: Buffer.from(documentOf(300_000), 'base64') } : answer,
  ),
  headers: only('drafts', withHeaders({ 'x-long': 'h'.repeat(20_000) })),
  'wrong encoding': withHeaders({ 'content-encoding': 'gzip, br, x-none' }),
  'truncated JSON': only(
    'price-requests',
    onSuccess((text) => text.slice(0, -1)),
  ),
  'members of every object': before(
    '"__proto__":{"status":500},"constructor":{"prototype":1},"toString":1,"then":1,"length":-0,"x":1e999,"x":2,"hasOwnProperty":null',
  ),
  'large and legal': (answer, path) =>
    withHeaders(
      Object.fromEntries(Array.from({ length: 200 }, (_, at) => [`x-h-${at}`, 'v'.repeat(40)])),
    )(before(PRETTY.slice(1, -1))(answer, path), path),
  none: (answer) => answer,
} as const satisfies Readonly<Record<string, Attack>>;
