import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { callCli } from '../cli/testing/call-cli.ts';
import { drawnInTurn } from '../tools/testing/drawn.ts';

const folder = (): string => {
  const out = mkdtempSync(join(tmpdir(), 'assay-list-'));
  onTestFinished(() => rmSync(out, { recursive: true }));
  return out;
};

test.each(
  drawnInTurn('lists of a run', [
    '--list sends nothing to the target, leaves no run, and prints what would be sent',
  ]),
)('%s', async () => {
  const out = join(folder(), 'runs');
  // No server listens there.
  const elsewhere = [
    '--base-url',
    'http://127.0.0.1:9',
    '--requirement',
    'JOBLOSS-FIELD-language-*',
  ];
  const line = ['gate', '--list', '--line', 'jobloss', '--out', out];
  const { stdout, stderr, code } = await callCli([...line, ...elsewhere]);

  expect(stderr).toBe('');
  expect(stdout).toMatch(/^.* at http:\/\/127.0.0.1:9; this run sends nothing to it\n/);
  expect(stdout).toMatch(/\nJobloss +[1-9]\d* /);
  expect(stdout).toMatch(/\n\d+ cells to judge, with at most 32 requests at once\.\n/);
  expect(code).toBe(0);
  expect(() => readdirSync(out)).toThrow('ENOENT');
});

test.each(
  drawnInTurn('lists without a target', [
    '--list sends nothing to a service that the environment names',
  ]),
)('%s', async () => {
  const out = join(folder(), 'runs');
  const asked: string[] = [];
  const server = createServer((request, response) => {
    asked.push(request.url ?? '');
    response.writeHead(500).end();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void server.close());
  const address = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const environment = {
    ASSAY_BASE_URL: address,
    ASSAY_GAP_BASE_URL: address,
    ASSAY_TOKEN: 'token-of-ours',
  };
  const line = ['gate', '--list', '--line', 'travel', '--requirement', 'VERSION-01', '--out', out];

  const { stdout, code } = await callCli(line, { environment });

  expect(code).toBe(0);
  expect(stdout).toContain(`at ${address}; this run sends nothing to it`);
  expect(asked).toEqual([]);
});

test.each(
  drawnInTurn('listed cells', [
    '--list counts the cells that apply to the target: without a second identity none is used',
  ]),
)('%s', async () => {
  const sent = ['gate', '--list', '--line', 'travel', '--requirement', 'AUTH-*'];
  const list = (...more: readonly string[]) =>
    callCli([...sent, ...more], { environment: { ASSAY_TOKEN: 'token-of-ours' } });
  const cellsOf = ({ stdout }: { readonly stdout: string }): number =>
    Number(/^(\d+) cells to judge/m.exec(stdout)?.[1]);

  const alone = cellsOf(await list('--base-url', 'http://127.0.0.1:9'));
  const embedded = cellsOf(await list());

  expect(alone).toBeGreaterThan(0);
  expect(embedded).toBeGreaterThan(alone);
});
