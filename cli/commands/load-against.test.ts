import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import type { K6 } from '../../load/k6/k6.ts';
import { ANY_MACHINE } from '../../load/testing/short-profile.ts';
import { k6ForTests, withK6 } from '../../load/testing/test-k6.ts';
import { startReference } from '../../reference/start.ts';
import { readLoadRecord } from '../../store/load/load-record.ts';
import { callCli } from '../testing/call-cli.ts';
import { drawnInTurn } from '../../tools/testing/drawn.ts';

let folder = '';
let found: K6 | { readonly reason: string };
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'assay-load-against-'));
  found = await k6ForTests();
}, 700_000);
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const file = (name: string, value: unknown): string => {
  const path = join(folder, name);
  writeFileSync(path, JSON.stringify(value));
  return path;
};

const profile = (name: string, more: object = {}): string =>
  file(name, {
    kind: 'steps',
    description: 'of a test',
    steps: [{ rate: 25, seconds: 8 }],
    calibration: 0,
    validity: ANY_MACHINE,
    ...more,
  });

test.for(drawnInTurn('two builds', ['two builds']))(
  '%s that are equal alternate, neither is slower, and page and records show both',
  async (_, context) => {
    // One service is both builds: a second process would have less to do than this one.
    const service = await startReference();
    onTestFinished(() => service.close());
    const environment = { ...withK6(context, found), ...service.environment };
    const out = join(folder, 'out');
    const old = file('old.json', service.target);
    const target = file('new.json', { ...service.target, name: 'the new build' });
    const called = await callCli(
      [
        'load',
        '--target',
        old,
        '--against',
        target,
        '--line',
        'gap',
        '--profile',
        profile('turns.json'),
        '--seed',
        '3',
        '--out',
        out,
      ],
      { environment },
    );

    // On a busy machine so few blocks may leave the comparison undecided.
    expect([0, 3]).toContain(called.code);
    expect(called.stdout).toContain('candidate  the new build at http://127.0.0.1');
    const [name = ''] = readdirSync(out).filter((each) => /^\d/.test(each));
    const whole = readLoadRecord(join(out, name, 'load.json'));
    const candidate = readLoadRecord(join(out, name, 'against', 'load.json'));
    expect(whole.against).toMatchObject({ blocks: 4, target: { name: 'the new build' } });
    expect(whole.against?.ratios.map(({ line, percentile }) => [line, percentile])).toEqual([
      ['gap', 50],
      ['gap', 95],
    ]);
    expect(whole.against?.ratios.map(({ verdict }) => verdict)).not.toContain('slower');
    for (const record of [whole, candidate]) {
      expect(record.lines).toMatchObject([{ line: 'gap', planned: 200, errors: 0 }]);
      expect(record.lines[0]?.wantedRate).toBeCloseTo(25, 5);
      expect(record.wrong).toEqual([]);
    }
    expect(candidate.target.name).toBe('the new build');
    expect(readFileSync(join(out, name, 'load.html'), 'utf8')).toMatch(
      /<h2>Against<\/h2>[^]*the new build[^]*href="against\/load\.html"/,
    );

    const again = await callCli(['report', join(out, name, 'against')], { environment });
    expect(again).toMatchObject({ code: 0, stderr: '' });
  },
);

test.each([
  [
    'a search for the capacity',
    () => ['--against', file('a.json', {}), '--profile', 'capacity'],
    /^assay: --against: two builds alternate within the steps/,
  ],
  [
    'a profile that is too short',
    () => [
      '--against',
      'a.json',
      '--profile',
      profile('p.json', { steps: [{ rate: 9, seconds: 3 }] }),
    ],
    /^assay: --against: step 1 of the profile takes 3 s, .* set 8 s or more\n$/,
  ],
  [
    'a name without a file that it could be in',
    () => ['--against', 'blue'],
    /^assay: --against: expected a target file, or with --target FILE the name .* "blue", and no --target\n$/,
  ],
  ['a file that is not there', () => ['--against', join(folder, 'none.yaml')], /none\.yaml/],
  [
    'several instances',
    () => ['--against', 'a.json', '--instances', '2'],
    /--against.*--instances|--instances.*--against/,
  ],
  [
    'a candidate that is not this machine',
    () => ['--against', file('far.json', { base_url: 'https://far.example' })],
    /^assay: https:\/\/far\.example is not this machine; load is sent there only if the target declares load/,
  ],
])('%s is refused before anything is sent', async (_what, flags, problem) => {
  const called = await callCli([
    'load',
    '--line',
    'gap',
    '--out',
    join(folder, 'none'),
    ...flags(),
  ]);

  expect(called.code).toBe(2);
  expect(called.stderr).toMatch(problem);
});

test('a target name selects the other build in the file of --target, whatever the environment sets', async () => {
  const both = file('both.json', {
    targets: {
      blue: { base_url: 'http://127.0.0.1:9' },
      green: { base_url: 'https://far.example' },
    },
  });
  const flags = ['--target', `${both}#blue`, '--against', 'green', '--line', 'gap'];
  const environment = { ASSAY_BASE_URL: 'http://127.0.0.1:9' };
  const called = await callCli(['load', ...flags, '--out', join(folder, 'none')], { environment });

  expect(called.code).toBe(2);
  expect(called.stderr).toMatch(/^assay: https:\/\/far\.example is not this machine/);
});
