import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:http';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, onTestFinished, test } from 'vitest';
import { choicesWith } from '../../reference/choices.ts';
import { CLIENT_NAMES, SECRET_NAMES, secretsFrom } from '../../reference/clients.ts';
import { faultOf } from '../../reference/faults.ts';
import { listen } from '../../reference/server.ts';
import { buildTables } from '../../reference/tables.ts';
import { targetDocument } from '../../reference/target-document.ts';
import { drawnInTurn } from '../../tools/testing/drawn.ts';
import { callCli } from '../testing/call-cli.ts';

const MAIN = fileURLToPath(new URL('../main.ts', import.meta.url));
const choices = choicesWith({});
const secrets = secretsFrom();

/** Starts a server once nobody else listens on its port, which another test may have got meanwhile. */
const onceFree = async <Server>(begin: () => Promise<Server>): Promise<Server> => {
  for (;;) {
    try {
      return await begin();
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EADDRINUSE') throw error;
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
  }
};

/** Starts the reference service on a port, with a fault. */
const start = async (port: number, fault?: string) => {
  const tables = buildTables({ choices, secrets, now: () => new Date() });
  if (fault !== undefined) faultOf(fault).inject(tables);
  const server = await onceFree(() => listen({ tables, routes: tables.routes, port }));
  onTestFinished(() => server.close());
  return server;
};

/** Answers as a gateway without its service until it was asked: a restart that nobody could miss. */
const beDown = async (port: number): Promise<void> => {
  const gateway = await onceFree(async () => {
    const server = createServer((_request, response) => response.writeHead(503).end());
    server.listen(port, '127.0.0.1');
    await once(server, 'listening');
    return server;
  });
  await once(gateway, 'request');
  gateway.close().closeAllConnections();
  await once(gateway, 'close');
};

/** A watch on a target; `until` waits for a text in its output, and forgets what came before. */
const watch = (target: string, folder: string) => {
  const environment = Object.fromEntries(
    CLIENT_NAMES.map((client) => [SECRET_NAMES[client], secrets[client]]),
  );
  const child = spawn(
    process.execPath,
    [
      MAIN,
      'watch',
      '--target',
      target,
      '--requirement',
      'GAP-CONTRACT-03',
      '--seed',
      '7',
      '--out',
      folder,
    ],
    { cwd: folder, env: { PATH: '/usr/bin:/bin', ...environment } },
  );
  onTestFinished(() => void child.kill('SIGKILL'));
  let printed = '';
  child.stdout.on('data', (chunk: Buffer) => (printed += chunk.toString()));
  const until = async (text: string): Promise<string> => {
    while (!printed.includes(text)) await new Promise((resolve) => setTimeout(resolve, 20));
    const at = printed.indexOf(text) + text.length;
    const before = printed.slice(0, at);
    printed = printed.slice(at);
    return before;
  };
  const ended = new Promise<number | null>((resolve) => child.on('close', resolve));
  return { child, until, ended };
};

test.each(drawnInTurn('watches', ['gap-contract-location-is-gone']))(
  'judges what failed after a restart, without %s, then everything, and again at Enter, until Ctrl-C',
  async (fault) => {
    const folder = mkdtempSync(join(tmpdir(), 'assay-watch-'));
    onTestFinished(() => rmSync(folder, { recursive: true }));
    const faulty = await start(0, fault);
    const port = Number(new URL(faulty.origin).port);
    const addresses = { base_url: faulty.origin, gap_base_url: faulty.origin };
    const target = join(folder, 'target.json');
    writeFileSync(target, JSON.stringify(targetDocument('plain', choices, addresses)));
    const { child, until, ended } = watch(target, folder);

    const first = await until('waiting for a restart');
    await faulty.close();
    await beDown(port);
    await start(port);
    const failed = await until('judging everything');
    const all = await until('waiting for a restart');
    child.stdin.write('\n');
    const again = await until('judging everything');
    await until('waiting for a restart');
    child.kill('SIGINT');

    expect(first).toContain('\nnon-conformant: ');
    expect(failed).toMatch(/judging what did not pass\n[^]*\nconformant for 1 of /);
    expect(all).toMatch(/\nconformant for /);
    expect(again).not.toContain('judging what did not pass');
    expect(await ended).toBe(0);
  },
);

test('without a service of the caller there is nothing to watch', async () => {
  const { code, stderr } = await callCli(['watch']);

  expect([code, stderr]).toEqual([
    2,
    expect.stringContaining('name one with --target or --base-url'),
  ]);
});
