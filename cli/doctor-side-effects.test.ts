import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import type { ServerResponse } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { stringify } from 'yaml';
import {
  type LocalServer,
  type Received,
  startLocalServer,
} from '../client/testing/local-server.ts';
import { startReference } from '../reference/start.ts';
import { callCli } from './testing/call-cli.ts';

/** Hands a request on, and its answer back. */
const handOn = async (
  origin: string,
  { method, url, headers, body }: Received,
  response: ServerResponse,
): Promise<void> => {
  const { host: _host, connection: _connection, 'content-length': _length, ...rest } = headers;
  const answer = await fetch(origin + url, {
    method,
    redirect: 'manual',
    headers: rest as Record<string, string>,
    ...(body === '' ? {} : { body }),
  });
  const kept = Object.fromEntries(answer.headers);
  for (const name of ['content-encoding', 'transfer-encoding', 'content-length']) delete kept[name];
  response.writeHead(answer.status, kept).end(Buffer.from(await answer.arrayBuffer()));
};

/** A server that hands everything on to another, and keeps what it received. */
const startBefore = async (address: string): Promise<LocalServer> => {
  const { origin } = new URL(address);
  const server = await startLocalServer(
    (request, response) => void handOn(origin, request, response),
  );
  onTestFinished(() => server.close());
  return server;
};

/** How many leads and contracts were asked for, by a doctor that may do what the target says. */
const madeWith = async (sideEffects: Readonly<Record<string, string>>) => {
  const running = await startReference({ dialect: 'plain' });
  onTestFinished(() => running.close());
  const servers = await Promise.all([running.base_url, running.gap_base_url].map(startBefore));
  const [base, gap] = [running.base_url, running.gap_base_url].map(
    (address, at) => `${servers[at]?.address}${new URL(address).pathname.replace(/\/$/, '')}`,
  );
  const { identities } = running.target;
  const folder = mkdtempSync(join(tmpdir(), 'assay-doctor-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const file = join(folder, 'target.yaml');
  writeFileSync(file, stringify({ base_url: base, gap_base_url: gap, identities, sideEffects }));
  const { stdout } = await callCli(['doctor', '--target', file], {
    environment: running.environment,
    cwd: folder,
  });
  const posted = servers
    .flatMap(({ received }) => received)
    .filter(({ method }) => method === 'POST')
    .map(({ url }) => new URL(url, running.base_url).pathname);
  const count = (what: RegExp): number => posted.filter((path) => what.test(path)).length;
  return { stdout, leads: count(/lead/i), contracts: count(/contract/i) };
};

test('leads and contracts are made only where the target allows them', async () => {
  const { stdout, leads, contracts } = await madeWith({ leads: 'never', contracts: 'never' });
  expect(stdout).toMatch(/✓ Jobloss .*token terms 200\n/);
  expect(stdout).not.toMatch(/lead 2|contract [23]/);
  expect({ leads, contracts }).toEqual({ leads: 0, contracts: 0 });

  const allowed = await madeWith({ leads: 'allow', contracts: 'allow' });
  expect(allowed.leads).toBeGreaterThan(0);
  expect(allowed.contracts).toBeGreaterThan(0);
});
