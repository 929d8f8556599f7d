import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startReference } from '../reference/start.ts';
import { writeRunRecord } from '../reports/run-record.ts';
import { runRecord } from '../reports/sample-record.ts';
import { spawnCli } from './spawn-cli.ts';

let folder = '';
let deadPort = 0;

/** A port on which nothing listens any more. */
const freePort = async (): Promise<number> => {
  const server: Server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  return port;
};

const file = (name: string, text: string): string => {
  const path = join(folder, name);
  writeFileSync(path, text);
  return path;
};

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'assay-usage-'));
  deadPort = await freePort();
});
afterAll(() => {
  rmSync(folder, { recursive: true, force: true });
});

const ADDRESS = 'base_url: http://127.0.0.1:9\n';

test.each([
  ['an unknown flag', () => ['certify', '--sed', '1'], /unknown option '--sed'.*--seed/s],
  ['an unknown command', () => ['certfy'], /unknown command 'certfy'.*certify/s],
  [
    'an unknown line',
    () => ['certify', '--line', 'travl'],
    /no line "travl".*Did you mean travel\?/s,
  ],
  [
    'a malformed address',
    () => ['gate', '--base-url', 'staging'],
    /--base-url: wanted an address with http:.*got "staging"/s,
  ],
  ['a seed that is no number', () => ['gate', '--seed', 'x'], /--seed.*whole number/s],
  ['no runs at all', () => ['gate', '--runs', '0'], /--runs.*whole number from 1/s],
  [
    'nothing listening',
    () => ['gate', '--base-url', `http://127.0.0.1:${deadPort}`],
    /127\.0\.0\.1:\d+/,
  ],
  ['an unreadable target', () => ['gate', '--target', join(folder, 'none.yaml')], /none\.yaml/],
  [
    'a target that is no YAML',
    () => ['gate', '--target', file('broken.yaml', 'base_url: [')],
    /broken\.yaml.*\d+:\d+/s,
  ],
  [
    'a key with a typo',
    () => ['gate', '--target', file('typo.yaml', `${ADDRESS}identites: {}\n`)],
    /identites.*identities/s,
  ],
  [
    'a missing environment variable',
    () => [
      'gate',
      '--target',
      file(
        'unset.yaml',
        `${ADDRESS}identities: { owner: { auth: { scheme: bearer, token: '\${NOT_SET_HERE}' } } }\n`,
      ),
    ],
    /NOT_SET_HERE/,
  ],
  ['an unknown dialect', () => ['serve', '--dialect', 'klingon'], /klingon.*plain/s],
  ['a report of no run', () => ['report', folder], /holds no run: run\.json is missing/],
  [
    'a report of a run that kept nothing for it',
    () => {
      const bare = mkdtempSync(join(folder, 'bare-'));
      writeRunRecord(join(bare, 'run.json'), runRecord());
      return ['report', bare];
    },
    /holds no Allure results/,
  ],
  [
    'a report of half a load run',
    () => {
      const half = mkdtempSync(join(folder, 'half-'));
      writeFileSync(join(half, 'load.json'), '{}');
      return ['report', half];
    },
    /load\.json is not the record of a load run/,
  ],
  [
    'an unknown requirement',
    () => ['gate', '--requirement', 'GAP-CONTRCT-03'],
    /no requirement GAP-CONTRCT-03; did you mean GAP-CONTRACT-03\?/,
  ],
  ['an unknown operation', () => ['gate', '--operation', 'gap.draft-gt'], /mean gap\.draft-get\?/],
  [
    'a requirement that no run can judge',
    () => ['gate', '--requirement', 'STATE-01'],
    /STATE-01 cannot be judged by any run: /,
  ],
  [
    'a selection without a cell',
    () => ['gate', '--requirement', 'GAP-CONTRACT-03', '--line', 'travel'],
    /GAP-CONTRACT-03 has no cell .*gap\.contract-create/,
  ],
  [
    'a malformed waiver',
    () => ['gate', '--waivers', file('waivers.yaml', '- requirement: PATH-01\n  owne: me\n')],
    /waivers\.yaml:2:9.*owne.*did you mean owner\?/s,
  ],
  [
    'a JUnit file that cannot be written',
    () => ['gate', '--junit', join(file('plain', ''), 'junit.xml')],
    /--junit: .*junit\.xml cannot be written/,
  ],
  ['no time at all', () => ['gate', '--max-time', '0'], /--max-time.*whole number from 1/s],
  [
    'an address of motor gap alone',
    () => ['gate', '--gap-base-url', 'http://127.0.0.1:9'],
    /base_url/,
  ],
])('%s is exit 2 with a clear sentence', async (_what, args, message) => {
  const result = await spawnCli(args(), { cwd: folder });
  expect(result.stderr).toMatch(message);
  expect(result.stderr).not.toMatch(/\n\s+at /);
  expect(result.code).toBe(2);
});

test('a wrong credential is exit 2, and is not printed', async () => {
  const running = await startReference();
  const result = await spawnCli(
    ['gate', '--base-url', running.base_url, '--gap-base-url', running.gap_base_url],
    {
      environment: { ASSAY_TOKEN: 'surely-not-the-right-one' },
      cwd: folder,
    },
  );
  await running.close();
  expect(result.stderr).toMatch(/credential|401/);
  expect(result.stdout + result.stderr).not.toContain('surely-not-the-right-one');
  expect(result.code).toBe(2);
});

test('--help shows the commands with examples, --version the version', async () => {
  const help = await spawnCli(['--help']);
  expect(help.stdout).toMatch(
    /certify.*gate.*replay.*list.*explain.*report.*serve.*Examples:.*Exit codes:/s,
  );
  expect(help.code).toBe(0);
  const version = await spawnCli(['--version']);
  expect(version.stdout.trim()).toMatch(/^\d+\.\d+\.\d+$/);
});
