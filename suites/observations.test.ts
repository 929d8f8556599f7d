import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import {
  createServer,
  type IncomingMessage,
  request as forward,
  type Server,
  type ServerResponse,
} from 'node:http';
import { type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { OpenPoint } from '../oracles/open-point.ts';
import { startReference } from '../reference/start.ts';
import { readJsonLines } from '../store/json-lines.ts';
import { callCli } from '../cli/testing/call-cli.ts';
import { drawnInTurn } from '../tools/testing/drawn.ts';
import type { CliResult } from '../cli/testing/spawn-cli.ts';

let folder = '';
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'assay-observations-'));
});
afterAll(() => {
  rmSync(folder, { recursive: true, force: true });
});

interface Observed extends CliResult {
  readonly points: readonly OpenPoint[];
  readonly document: string;
}

const observe = async (
  args: readonly string[],
  environment: Readonly<Record<string, string>> = {},
): Promise<Observed> => {
  const common = ['gate', '--line', 'landlord', '--runs', '1', '--seed', '8'];
  const result = await callCli([...common, '--out', join(folder, 'out'), ...args], {
    cwd: folder,
    environment,
  });
  const run = /^run +(\S+)$/m.exec(result.stdout)?.[1] ?? '';
  return {
    ...result,
    points: readJsonLines<OpenPoint>(join(run, 'observations.jsonl')).items,
    document: readFileSync(join(run, 'observations.md'), 'utf8'),
  };
};

const outcomesOf = ({ points }: Observed, id: string) =>
  points
    .filter((each) => each.id === id)
    .map(({ outcome, kept }) => (kept === undefined ? outcome : `${outcome}, ${kept}`));

const DRAWN = drawnInTurn('observations', ['deciding', 'breaking']);

test.each(DRAWN.filter((kind) => kind === 'deciding'))(
  'services with different decisions get different observations',
  async () => {
    const plain = await observe(['--dialect', 'plain']);
    const late = await observe(['--dialect', 'late']);
    const both = (id: string) => [...outcomesOf(plain, id), ...outcomesOf(late, id)];

    expect(plain.stdout).toMatch(/^open points: \d\d decided, see out\/\S+\/observations\.md$/m);
    expect(plain.stdout).toMatch(
      /^robustness: \d odd requests, no server error, no internals disclosed$/m,
    );
    expect([
      both('zip-as-number@landlord-draft'),
      both('other-version'),
      both('last-modified-unlisted').length,
      both('body-of-400'),
      both('shape-of-draftId'),
      both('unknown-field@landlord-draft'),
      both('robustness/duplicate-keys'),
    ]).toEqual([
      ['refused with 400 at the write', 'accepted at the write, kept as sent'],
      ['400', '412'],
      expect.any(Number),
      [
        expect.stringMatching(/^JSON \(error, messages/),
        expect.stringMatching(/^application\/problem\+json \(detail, status, title/),
      ],
      ['a UUID', 'a number'],
      ['accepted at the write, kept as sent', 'accepted at the write, kept as sent'],
      ['accepted, the last one is used', 'accepted, the last one is used'],
    ]);
  },
);

const STACK = 'Error: unexpected field\n    at write (/srv/quoting/draft.js:12:7)';

/** Proxies to a correct service, except that it breaks on three odd requests. */
const spoil = async (address: string): Promise<Server> => {
  const answer = async (from: IncomingMessage, to: ServerResponse): Promise<void> => {
    const chunks: Buffer[] = [];
    for await (const chunk of from) chunks.push(chunk as Buffer);
    const body = Buffer.concat(chunks);
    if (body.length > 50_000) {
      to.destroy();
      return;
    }
    if (body.includes('DROP TABLE')) {
      to.writeHead(400).end('SQLSTATE[42000]: Syntax error');
      return;
    }
    if (from.url?.endsWith('/drafts') && body.includes('"unlistedField":"unknown"')) {
      to.writeHead(500).end(STACK);
      return;
    }
    const { method, headers, url = '' } = from;
    forward(`${address}${url}`, { method, headers }, (answered) => {
      to.writeHead(answered.statusCode ?? 500, answered.headers);
      answered.pipe(to);
    }).end(body);
  };
  const server = createServer((from, to) => void answer(from, to));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return server;
};

test.each(DRAWN.filter((kind) => kind === 'breaking'))(
  'a service with server errors for odd requests gets an observation, and no fail',
  async () => {
    const running = await startReference();
    const server = await spoil(running.base_url);
    const target = join(folder, 'spoilt.json');
    const base_url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    writeFileSync(target, JSON.stringify({ ...running.target, base_url }));
    const observed = await observe(['--target', target], running.environment);
    server.close();
    await running.close();

    expect(observed.code).toBe(0);
    expect(observed.stdout).toMatch(
      /^robustness: .*, 1 server error, 2 answers disclose internals$/m,
    );
    expect(outcomesOf(observed, 'robustness/long-text')).toEqual(['closed the connection']);
    expect(observed.document).toContain(
      String.raw`| **server error 500 at the write, twice** (!) | V14 |`,
    );
    expect(observed.points.find(({ id }) => id === 'robustness/sql')).toMatchObject({
      outcome: 'refused with 400',
      internals: [{ kind: 'SQL' }],
    });
    expect(observed.points.find(({ serverError }) => serverError)).toMatchObject({
      id: 'unknown-field@landlord-draft',
      internals: [{ kind: 'stack trace' }, { kind: 'file path' }],
    });
  },
);
