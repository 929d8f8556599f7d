import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { DIMENSION_TITLES } from '../../reports/console/context-coverage.ts';
import { runRecord } from '../../reports/testing/sample-record.ts';
import { DIMENSIONS } from '../../suites/contexts/context.ts';
import { runFolderAt } from '../../store/run-folder.ts';
import { type RunRecord, writeRunRecord } from '../../store/run-record.ts';
import { callCli } from '../testing/call-cli.ts';

let folder = '';
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'assay-coverage-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const STAGING = {
  name: 'staging',
  base_url: 'http://127.0.0.1:9',
  gap_base_url: 'http://127.0.0.1:8',
};
const POSSIBLE = {
  'a field': { country: ['BE', 'be', 'Be'], currency: ['nl', 'fr'] },
  'a refusal': { country: ['BE', 'be', 'Be'] },
};

/** Writes an ended run with these contexts; a text is written as it is. */
const write = (
  name: string,
  contexts: object | string | undefined,
  { target = STAGING, ...more }: Partial<RunRecord> = {},
): void => {
  const run = runFolderAt(join(folder, name));
  mkdirSync(run.path);
  const startedAt = `${name.slice(0, 4)}-${name.slice(4, 6)}-${name.slice(6, 8)}T12:00:00.000Z`;
  writeRunRecord(run.run, runRecord({ command: 'gate', target, startedAt, ...more }));
  if (contexts === undefined) return;
  const text =
    typeof contexts === 'string'
      ? contexts
      : JSON.stringify({ format: 1, possible: POSSIBLE, ...contexts });
  writeFileSync(run.contexts, text);
};

const TWO = {
  combinations: {
    pairs: { 'a field': { 'country × currency': { 'be × nl': 2 } } },
    possible: { 'a field': { 'country × currency': ['be × nl', 'be × fr'] } },
  },
};
const FIRST = { pairs: { 'a field': { country: { BE: 3, be: 1 }, currency: { nl: 4 } } } };
const SECOND = {
  pairs: { 'a field': { country: { BE: 2 } }, 'a refusal': { country: { Be: 1, be: 0 } } },
};

const coverage = (...args: readonly string[]) =>
  callCli(['history', 'coverage', '--out', folder, ...args]);

test('pairs of two dimensions are counted separately, and their gaps come last', async () => {
  write('20260301-080000-gate-1', { ...FIRST, ...TWO });

  const { stdout } = await coverage();

  expect(stdout).toMatch(/^all +3 +8 +37 %\ntwo dimensions at once +1 +2 +50 %$/m);
  expect(stdout.trimEnd()).toMatch(/\n {2}a field, spelling of the country × currency: be × fr$/);
});

test('adds up the contexts of all runs on a target by dimension, and lists the gaps', async () => {
  write('20260301-080000-gate-1', FIRST);
  write('20260302-080000-gate-2', SECOND);
  write('20260303-080000-certify-3', undefined);

  const { stdout, code } = await coverage();

  expect(stdout).toBe(
    `
staging at http://127.0.0.1:9: 3 runs from 2026-03-01 to 2026-03-03, 1 of them without a record of contexts

Dimension                              covered  possible     share
spelling of the country                      3         6      50 %
currency                                     1         2      50 %
all                                          4         8      50 %

The counts are pairs of a requirement kind and a value of the dimension in which it was probed.

Not drawn yet
  a field, spelling of the country: Be
  a field, currency: fr
  a refusal, spelling of the country: BE
  a refusal, spelling of the country: be
`.trimStart(),
  );
  expect(code).toBe(0);
});

test('--json prints the sums of all pairs, and every gap', async () => {
  write('20260301-080000-gate-1', FIRST);
  write('20260302-080000-gate-2', SECOND);

  const { stdout } = await coverage('--json');

  expect(JSON.parse(stdout)).toMatchObject({
    target: 'staging at http://127.0.0.1:9',
    runs: 2,
    without: 0,
    from: '2026-03-01',
    to: '2026-03-02',
    dimensions: [
      { dimension: 'country', covered: 3, possible: 6 },
      { dimension: 'currency', covered: 1, possible: 2 },
    ],
    pairs: expect.arrayContaining([
      { kind: 'a field', dimension: 'country', value: 'BE', count: 5 },
      { kind: 'a refusal', dimension: 'country', value: 'be', count: 0 },
    ]),
    gaps: expect.arrayContaining([{ kind: 'a refusal', dimension: 'country', value: 'be' }]),
  });
});

test('names the first 20 gaps, lists all with --all, and prints no list without gaps', async () => {
  const all = Array.from({ length: 26 }, (_, index) => `value ${index}`);
  const possible = { 'a field': { items: all } };
  write('20260301-080000-gate-1', { possible, pairs: { 'a field': { items: { 'value 0': 1 } } } });

  const some = await coverage();
  expect(some.stdout.match(/^ {2}a field, items of each kind on the draft: /gm)).toHaveLength(20);
  expect(some.stdout).toMatch(/\n {2}… and 5 more \(--all\)\n$/);
  const full = await coverage('--all');
  expect(full.stdout.match(/^ {2}a field, items of each kind on the draft: /gm)).toHaveLength(25);
  expect(full.stdout).not.toContain('more');

  const drawn = Object.fromEntries(all.map((value) => [value, 1]));
  write('20260302-080000-gate-2', { possible, pairs: { 'a field': { items: drawn } } });
  const done = await coverage();
  expect(done.stdout).toMatch(/\nall +26 +26 +100 %\n\nThe counts are .*\n$/);
});

test('a share is 100 % only without gaps', async () => {
  const all = Array.from({ length: 250 }, (_, index) => String(index));
  const drawn = Object.fromEntries(all.slice(1).map((value) => [value, 1]));
  const possible = { 'a field': { items: all } };
  write('20260301-080000-gate-1', { possible, pairs: { 'a field': { items: drawn } } });

  expect((await coverage()).stdout).toMatch(/^all +249 +250 +99 %$/m);
});

test('skips runs without a record, with a damaged one or one of a newer format, replays and killed runs', async () => {
  write('20260301-080000-gate-1', FIRST);
  write('20260302-080000-gate-2', '{"format":1,"pairs"');
  write('20260303-080000-gate-3', { format: 2, pairs: {} });
  write('20260304-080000-gate-4', { pairs: { 'a field': { country: { BE: -1 } } } });
  write('20260305-080000-gate-5', { pairs: [], possible: 'nothing' });
  write('20260306-080000-replay-6', SECOND, { command: 'replay' });
  mkdirSync(join(folder, '20260307-080000-gate-7'));
  writeFileSync(join(folder, '20260307-080000-gate-7', 'run.json'), '{"state":"runn');

  const { stdout, code } = await coverage();

  expect(stdout).toContain('5 runs from 2026-03-01 to 2026-03-05, 4 of them without a record');
  expect(stdout.match(/^contexts\.json of \S+ cannot be read/gm)).toEqual(
    ['20260305-080000-gate-5', '20260304-080000-gate-4', '20260303-080000-gate-3']
      .concat('20260302-080000-gate-2')
      .map((name) => `contexts.json of ${name} cannot be read`),
  );
  expect(stdout).toMatch(/^all +3 +8 +37 %$/m);
  expect(code).toBe(0);
});

test('runs with an empty record get a message instead of an empty table', async () => {
  write('20260301-080000-gate-1', undefined);

  const { stdout, code } = await coverage();

  expect(stdout).toBe(
    'staging at http://127.0.0.1:9: 1 run on 2026-03-01, none with a record of its contexts\n' +
      'there is nothing to count: earlier versions of Assay wrote no contexts.json\n',
  );
  expect(code).toBe(0);
});

test('names a run with an unreadable record even if it is the only run', async () => {
  write('20260301-080000-gate-1', '{');

  const { stdout } = await coverage();

  expect(stdout).toMatch(/^contexts\.json of 20260301-080000-gate-1 cannot be read/m);
  expect(stdout).toMatch(/^there is nothing to count$/m);
});

test('every dimension of a run has a title', () => {
  expect(Object.keys(DIMENSION_TITLES).sort()).toEqual(DIMENSIONS.map(({ name }) => name).sort());
});

test('refuses an --out that is a file or the folder of one run, and names the right path', async () => {
  write('20260301-080000-gate-1', FIRST);
  const run = join(folder, '20260301-080000-gate-1');
  const of = (out: string) => callCli(['history', 'coverage', '--out', out]);

  expect((await of(join(run, 'run.json'))).stderr).toMatch(
    /^assay: --out: \S+run\.json is a file; name the folder of the runs$/m,
  );
  const { code, stderr } = await of(run);
  expect(code).toBe(2);
  expect(stderr).toContain(`is the folder of one run; name the one of all runs: ${folder}`);
});

test('values that only an earlier version could draw are neither gaps nor coverage; its other counts are added', async () => {
  const gone = { 'a field': { country: ['BE', 'bE'] } };
  const old = { possible: gone, pairs: { 'a field': { country: { BE: 1, bE: 1 } } } };
  write('20260301-080000-gate-1', old, { assay: '0.0.1' });
  write('20260302-080000-gate-2', { pairs: {} });

  const { stdout } = await coverage();

  expect(stdout).toMatch(/^all +1 +8 +12 %$/m);
  expect(stdout).not.toContain('bE');
});

test('--target selects the target; default: that of the newest run', async () => {
  const other = { ...STAGING, name: 'production', base_url: 'http://127.0.0.1:7' };
  write('20260301-080000-gate-1', FIRST);
  write('20260302-080000-gate-2', SECOND, { target: other });
  const file = (address: string): string => {
    const path = join(folder, 'target.yaml');
    writeFileSync(
      path,
      `base_url: ${address}\ngap_base_url: http://127.0.0.1:8\nidentities: { owner: { auth: { scheme: bearer, token: '$\{TOKEN_THAT_IS_NOT_SET}' } } }\n`,
    );
    return path;
  };

  expect((await coverage()).stdout).toContain(
    'production at http://127.0.0.1:7: 1 run on 2026-03-02',
  );
  const staging = await coverage('--target', file('http://127.0.0.1:9'));
  expect(staging.stdout).toContain('staging at http://127.0.0.1:9: 1 run on 2026-03-01');
  const none = await coverage('--target', file('http://127.0.0.1:5'));
  expect(none.stderr).toMatch(
    /^assay: --target: no run below \S+ was on this target; the runs there are on production at http:\/\/127\.0\.0\.1:7, staging at/,
  );
  expect(none.code).toBe(2);
});

test('hostile names cannot break out of their line', async () => {
  const value = '\u001B[31mred\n::error title=taken';
  const possible = { ['kind\r\n']: { ['__proto__x\n']: [value] } };
  write('20260301-080000-gate-1', { possible, pairs: {} });

  const { stdout } = await coverage();

  expect(stdout).not.toContain('\u001B');
  expect(stdout).not.toMatch(/\r|^::error/m);
  expect(stdout).toMatch(/^all +0 +1 +0 %$/m);
});

test.each([
  [['coverage', 'file.jsonl'], /`assay history coverage` takes no file, got /],
  [['coverage', '--history', 'h.jsonl'], /`assay history coverage` takes no --history/],
  [['coverage', '--series', 'gap 1 load'], /`assay history coverage` takes no --series/],
  [['list', '--all'], /`assay history list` takes no --all/],
  [['prune', '--keep', '3', '--json'], /`assay history prune` takes no --json/],
  [['coverage', '--target', 'nowhere.yaml'], /nowhere\.yaml/],
  [['coverage'], /there is no run of gate or certify below \S+; start one/],
])('history %j exits with 2', async (args, says) => {
  const { code, stdout, stderr } = await callCli(['history', ...args, '--out', folder]);

  expect([code, stdout]).toEqual([2, '']);
  expect(stderr).toMatch(says);
});
