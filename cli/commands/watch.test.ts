import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:http';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import axe from 'axe-core';
import { expect, onTestFinished, test, type TestContext } from 'vitest';
import { choicesWith } from '../../reference/choices.ts';
import { CLIENT_NAMES, SECRET_NAMES, secretsFrom } from '../../reference/clients.ts';
import { faultOf } from '../../reference/faults.ts';
import { listen } from '../../reference/server.ts';
import { buildTables } from '../../reference/tables.ts';
import { targetDocument } from '../../reference/target-document.ts';
import { ACTION_MS, openBrowser } from '../../reports/testing/sample-browser.ts';
import { drawnInTurn } from '../../tools/testing/drawn.ts';
import { callCli } from '../testing/call-cli.ts';

const VIOLATIONS = `${axe.source}; axe.run().then(({ violations }) => violations.map(({ id, nodes }) => id + ' ' + nodes[0].html))`;
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
const watch = (target: string, folder: string, ...more: readonly string[]) => {
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
      ...more,
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
    const folder = newFolder();
    const faulty = await start(0, fault);
    const port = Number(new URL(faulty.origin).port);
    const { child, until, ended } = watch(targetIn(folder, faulty.origin), folder);

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

/** A target file of a service on this machine, in a folder of its own. */
const targetIn = (folder: string, origin: string): string => {
  const target = join(folder, 'target.json');
  const addresses = { base_url: origin, gap_base_url: origin };
  writeFileSync(target, JSON.stringify(targetDocument('plain', choices, addresses)));
  return target;
};

const newFolder = (): string => {
  const folder = mkdtempSync(join(tmpdir(), 'assay-watch-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  return folder;
};

/** A watch with its live page in a browser, and the errors of the page; undefined if the test is skipped for want of a browser. */
const watchInBrowser = async (origin: string, { skip }: TestContext) => {
  const found = await openBrowser(process.env['CHROMIUM_PATH']);
  if ('reason' in found) return skip(found.reason);
  onTestFinished(() => found.browser.close());
  const folder = newFolder();
  const watched = watch(targetIn(folder, origin), folder, '--ui');
  const [, address = ''] = /live page +(\S+)\n/.exec(await watched.until('/\n')) ?? [];
  const page = await found.browser.newPage();
  page.setDefaultTimeout(ACTION_MS);
  const problems: string[] = [];
  page.on('pageerror', (error) => problems.push(String(error)));
  await page.goto(address);
  return { ...watched, page, problems };
};

test('the live page of a service that is down says so, and can ask for another run', async (context) => {
  const service = await start(0);
  await service.close();
  const { child, until, ended, page, problems } = await watchInBrowser(service.origin, context);
  let loads = 0;
  page.on('load', () => (loads += 1));

  await page.locator('#live-state', { hasText: 'no connection can be established' }).waitFor();
  for (const _ of [1, 2]) {
    await page.getByRole('button', { name: 'Run everything' }).click();
    await until('judging everything\n');
    await page.locator('#live-state', { hasText: 'no connection can be established' }).waitFor();
  }
  child.kill('SIGINT');

  expect(await ended).toBe(2);
  expect(loads).toBe(0);
  expect(problems).toEqual([]);
});

test.for(drawnInTurn('live pages', ['gap-contract-location-is-gone']))(
  'the live page shows the runs of a watch, and runs a failed cell, what did not pass, or everything again: %s',
  async (fault, context) => {
    const { origin } = await start(0, fault);
    const { child, until, ended, page, problems } = await watchInBrowser(origin, context);
    const card = page.locator('details.cell');
    const waits = page.locator('#live-state', { hasText: 'waiting for a restart' });
    const runs = page.locator('#live-runs a');
    await waits.waitFor();
    expect(await card.count()).toBe(1);
    await card.locator('summary').first().click();
    expect(await page.evaluate(VIOLATIONS)).toEqual([]);
    for (const [button, printed] of [
      ['run again: GAP-CONTRACT-03@gap.contract-create', 'judging 1 cell\n'],
      ['Run what did not pass', 'judging what did not pass\n'],
      ['Run everything', 'judging everything\n'],
    ] as const) {
      const before = await runs.count();
      await page.getByRole('button', { name: button, exact: true }).click();
      await until(printed);
      await runs.nth(before).waitFor();
      await waits.waitFor();
      // A card that was opened stays open in newer content.
      expect(await card.first().getAttribute('open')).toBe('');
    }
    expect(await runs.allTextContents()).toEqual(
      Array.from({ length: 4 }, () => expect.stringMatching(/-gate-7: non-conformant$/) as string),
    );
    await runs.last().click();
    await page.getByRole('heading', { name: 'reference service (plain)' }).waitFor();
    expect(await page.locator('#live').count()).toBe(0);
    child.kill('SIGINT');
    expect(await ended).toBe(1);
    expect(problems).toEqual([]);
  },
);

test('without a service of the caller there is nothing to watch', async () => {
  const { code, stderr } = await callCli(['watch']);

  expect([code, stderr]).toEqual([
    2,
    expect.stringContaining('name one with --target or --base-url'),
  ]);
});
