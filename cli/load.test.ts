import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { K6 } from '../load/k6/k6.ts';
import { SHORT_PROFILE } from '../load/testing/short-profile.ts';
import { k6ForTests, withK6 } from '../load/testing/test-k6.ts';
import { readLoadRecord } from '../reports/load/load-record.ts';
import { startReference } from '../reference/start.ts';
import { stringify } from 'yaml';
import { spawnCli } from './testing/spawn-cli.ts';

let folder = '';
let found: K6 | { readonly reason: string };
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'assay-cli-load-'));
  found = await k6ForTests();
}, 700_000);
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const file = (name: string, value: unknown): string => {
  const path = join(folder, name);
  writeFileSync(path, stringify(value));
  return path;
};

const short = (more: object = {}): string =>
  file(`short-${Object.keys(more).join('-')}.yaml`, {
    ...SHORT_PROFILE,
    validity: { dropped: 0.5, rate: 0.5, lag: 5000, cpu: 1, throttled: true },
    ...more,
  });

/** Measurements that a busy machine may spoil before one of them has to count. */
const MEASUREMENTS = 3;

/** Loads until a measurement counts, as the run's own words advise where it is INVALID. */
const loadUntilValid = async (args: readonly string[], environment: Record<string, string>) => {
  let result = await spawnCli(args, { environment });
  for (let n = 1; n < MEASUREMENTS && result.stdout.includes('load: INVALID'); n += 1)
    result = await spawnCli(args, { environment });
  return result;
};

test('load on the embedded service passes and leaves its record, page and results', async (context) => {
  const environment = withK6(context, found);
  const args = ['load', '--profile', short(), '--out', join(folder, 'out')];
  const { code, stdout, stderr } = await loadUntilValid(args, environment);
  expect(stderr).toBe('');
  expect(stdout.trim().split('\n').at(-1)).toMatch(
    /^load: PASS, 4 lines, 8\d requests, p95 [\d.]+ ms, 8\d judged in full, 0 wrong answers$/,
  );
  expect(code).toBe(0);
  const run = join(folder, 'out', 'latest');
  const record = readLoadRecord(join(run, 'load.json'));
  expect(record.lines.map(({ sketch }) => sketch?.points.length)).toEqual([112, 112, 112, 112]);
  expect(record.journeys.ended).toBeGreaterThan(0);
  expect(record.calibration?.requests).toBeGreaterThan(0);
  const page = readFileSync(join(run, 'load.html'), 'utf8');
  expect(page).toContain('PASS');
  rmSync(join(run, 'load.html'));
  expect((await spawnCli(['report', run], { environment })).code).toBe(0);
  expect(readFileSync(join(run, 'load.html'), 'utf8')).toBe(page);
  expect(readdirSync(join(run, 'allure-results')).some((name) => name.endsWith('-perf.json'))).toBe(
    true,
  );
  expect(
    readFileSync(join(folder, 'out', 'load-history.jsonl'), 'utf8')
      .trim()
      .split('\n'),
  ).toHaveLength(4);
});

test('fast but wrong is red, and the exchanges are there', async (context) => {
  const environment = withK6(context, found);
  const args = ['load', '--profile', short(), '--line', 'gap', '--fault', 'gap-priced-with-201'];
  const { code, stdout, stderr } = await spawnCli([...args, '--out', join(folder, 'red')], {
    environment,
  });
  expect(stdout + stderr).toMatch(/✗ STATUS-01 on gap\.price-request: wanted status 200/);
  expect(stdout).toMatch(/^load: FAIL, /m);
  expect(code).toBe(1);
});

test('no secret is in the folder of a run, nor in what it prints', async (context) => {
  const environment = withK6(context, found);
  const secrets = { ASSAY_TOKEN: 'canary/4c1f+9aa0=secret' };
  const running = await startReference({ secrets });
  const target = file('target.yaml', running.target);
  const out = join(folder, 'secret');
  const { stdout, stderr } = await spawnCli(
    [
      'load',
      '--profile',
      short({ judgeEvery: 2 }),
      '--target',
      target,
      '--line',
      'travel',
      '--out',
      out,
    ],
    { environment: { ...environment, ...running.environment } },
  );
  await running.close();
  const files = readdirSync(out, { recursive: true, withFileTypes: true }).filter((each) =>
    each.isFile(),
  );
  const texts = files.map((each) => readFileSync(join(each.parentPath, each.name), 'utf8'));
  expect(files.length).toBeGreaterThan(4);
  expect(stdout).toContain('load: ');
  for (const text of [stdout, stderr, ...texts]) expect(text).not.toContain(secrets.ASSAY_TOKEN);
});

test.each([
  ['an unknown profile', ['--profile', 'somke'], /did you mean smoke/],
  [
    'another machine without leave',
    ['--base-url', 'https://staging.invalid'],
    /staging\.invalid is not this machine.*allow: true/,
  ],
])('%s is exit 2 before anything is sent', async (_what, args, message) => {
  const environment = 'reason' in found ? {} : { ASSAY_CACHE: join(found.path, '..') };
  const { code, stderr } = await spawnCli(['load', ...args], { environment, cwd: folder });
  if ('reason' in found && /k6 .* is needed/.test(stderr)) return;
  expect(stderr).toMatch(message);
  expect(code).toBe(2);
});
