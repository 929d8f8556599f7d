import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { K6 } from '../../load/k6/k6.ts';
import { SHORT_PROFILE } from '../../load/testing/short-profile.ts';
import { k6ForTests, withK6 } from '../../load/testing/test-k6.ts';
import { readLoadRecord } from '../../store/load/load-record.ts';
import { stringify } from 'yaml';
import {
  CANARY_SCHEMES,
  type CanaryScheme,
  canaryEnvironment,
  canaryTarget,
} from '../../client/testing/canary-schemes.ts';
import { formsOf, startEchoingGateway } from '../../client/testing/echoing-gateway.ts';
import { drawnInTurn } from '../../tools/testing/drawn.ts';
import { callCli } from '../testing/call-cli.ts';

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
    ...more,
  });

/** Measurements that a busy machine may spoil before one has to count. */
const MEASUREMENTS = 3;

/** Repeats the load until a measurement is valid, as an INVALID run recommends. */
const loadUntilValid = async (args: readonly string[], environment: Record<string, string>) => {
  let result = await callCli(args, { environment });
  for (let n = 1; n < MEASUREMENTS && result.stdout.includes('load: INVALID'); n += 1)
    result = await callCli(args, { environment });
  return result;
};

test('load on the embedded service passes and leaves its record, page and results', async (context) => {
  const environment = withK6(context, found);
  const profile = short({ tags: { team: 'quoting', ticket: 'none' } });
  const args = ['load', '--profile', profile, '--tag', 'ticket=Q-7', '--out', join(folder, 'out')];
  const { code, stdout, stderr } = await loadUntilValid(args, environment);
  // On a busy machine the preparation takes long enough to print progress.
  expect(stderr.replace(/^ *\d+ of \d+, .*\n/gm, '')).toBe('');
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
  expect(record.tags).toEqual({ team: 'quoting', ticket: 'Q-7' });
  expect(page).toContain('tags team=quoting, ticket=Q-7');
  rmSync(join(run, 'load.html'));
  expect((await callCli(['report', run], { environment })).code).toBe(0);
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

test.for(drawnInTurn('wrong loads', ['fast but wrong is red, and the exchanges are kept']))(
  '%s',
  async (_title, context) => {
    const environment = withK6(context, found);
    const args = ['load', '--profile', short(), '--line', 'gap', '--fault', 'gap-priced-with-201'];
    const { code, stdout, stderr } = await callCli([...args, '--out', join(folder, 'red')], {
      environment,
    });
    expect(stdout + stderr).toMatch(/✗ STATUS-01 on gap\.price-request: expected status 200/);
    expect(stdout).toMatch(/^load: FAIL, /m);
    expect(code).toBe(1);
  },
);

test.for(drawnInTurn('secrets of a load', Object.keys(CANARY_SCHEMES) as CanaryScheme[]))(
  'no file or output of a load run contains a secret: %s',
  async (scheme, context) => {
    const environment = { ...withK6(context, found), ...canaryEnvironment(scheme) };
    const { secrets, shown } = CANARY_SCHEMES[scheme];
    // The exchanges of wrong answers are kept, including what the service echoes.
    const gateway = await startEchoingGateway(shown(secrets), secrets, ['gap-priced-with-201']);
    const target = join(folder, 'canary.json');
    writeFileSync(target, canaryTarget(scheme, gateway.address));
    const out = mkdtempSync(join(folder, 'secret-'));
    const load = ['load', '--profile', short(), '--target', target, '--line', 'gap'];
    const args = [...load, '--tag', `leak=${secrets[0]}`, '--out', out];
    const { stdout, stderr } = await callCli(args, { environment });
    await gateway.close();
    const files = readdirSync(out, { recursive: true, withFileTypes: true })
      .filter((each) => each.isFile())
      .map(({ parentPath, name }) => join(parentPath, name));
    const texts = files.map((path) => `${path}\n${readFileSync(path, 'utf8')}`);
    const needles = secrets.flatMap(formsOf);
    const leaks = [stdout, stderr, ...texts].flatMap((text) =>
      needles.filter((needle) => text.includes(needle)),
    );
    expect(stdout).toMatch(/^load: FAIL, /m);
    expect(leaks).toEqual([]);
    expect(texts.some((text) => text.includes('x-echo-raw'))).toBe(true);
  },
);

test.each([
  ['an unknown profile', ['--profile', 'somke'], /did you mean smoke/],
  [
    'another machine without leave',
    ['--base-url', 'https://staging.invalid'],
    /staging\.invalid is not this machine.*allow: true/,
  ],
])('%s exits with 2 before anything is sent', async (_what, args, message) => {
  const environment = 'reason' in found ? {} : { ASSAY_CACHE: join(found.path, '..') };
  const { code, stderr } = await callCli(['load', ...args], { environment, cwd: folder });
  if ('reason' in found && /k6 .* is needed/.test(stderr)) return;
  expect(stderr).toMatch(message);
  expect(code).toBe(2);
});
