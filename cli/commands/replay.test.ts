import { appendFileSync, cpSync, mkdtempSync, readdirSync, readlinkSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Finding } from '../../oracles/finding.ts';
import { readJsonLines } from '../../store/json-lines.ts';
import type { Exchange } from '../../spec/exchange.ts';
import { drawnInTurn } from '../../tools/testing/drawn.ts';
import { callCli } from '../testing/call-cli.ts';

const out = mkdtempSync(join(tmpdir(), 'assay-replay-'));
afterAll(() => rmSync(out, { recursive: true, force: true }));

const runOf = (name: string): string =>
  join(out, readdirSync(out).find((each) => each.includes(name)) ?? '');
const gate = (line: string, fault: string) =>
  callCli(['gate', '--fault', fault, '--line', line, '--seed', '1', '--out', out]);
const replayInto = (folder: string, run: string, id: string, ...args: string[]) =>
  callCli(['replay', id, '--run', run, '--out', folder, ...args]);
const replay = (run: string, id: string, ...args: string[]) =>
  replayInto(join(out, 'again'), run, id, ...args);

let race = '';
beforeAll(async () => {
  const { code, stdout } = await gate('travel', 'car-post-breaks-down-at-once');
  if (code !== 1) throw new Error(`the gate was to end non-conformant:\n${stdout}`);
  race = runOf('gate-1');
});

test('a replay sends the race in which something broke, whatever the race was for', async () => {
  const again = await replay(race, 'ERROR-01');

  expect(again).toMatchObject({
    code: 1,
    stdout: expect.stringMatching(/✗ ERROR-01[^]*5 calls at once/),
  });
});

/** Probes that failed a requirement in a run. */
const shownBy = (run: string, id: string): readonly string[] => {
  const { items } = readJsonLines<Finding>(join(run, 'findings.jsonl'));
  const fails = items.filter(
    ({ requirement, verdict }) => requirement === id && verdict === 'fail',
  );
  return [...new Set(fails.map(({ test: probe }) => probe))];
};

const BY_THE_WAY = [
  ['travel', 'price-info-breaks-down-for-couples', 'ERROR-01', ['journey', 'protocol', 'sequence']],
  ['jobloss', 'jobloss-updated-with-204', 'STATUS-01', ['fields', 'journey', 'legal', 'protocol']],
] as const;

test.each(drawnInTurn('replays', BY_THE_WAY))(
  'on %s, every probe that happened to show %s is sent again',
  async (line, fault, id, suites) => {
    const { code } = await gate(line, fault);
    expect(code).toBe(1);
    const run = join(out, readlinkSync(join(out, 'latest')));
    const again = await replayInto(join(run, 'again'), run, id);
    expect(again.code).toBe(1);

    const shown = shownBy(run, id);
    const shownIn = new Set(shown.map((probe) => probe.split('/')[0]));
    expect(suites.filter((suite) => !shownIn.has(suite))).toEqual([]);
    const sent = new Set(shownBy(join(run, 'again', 'latest'), id));
    expect(shown.filter((probe) => !sent.has(probe))).toEqual([]);
  },
);

test('refuses a path that leads nowhere, and leaves no run', async () => {
  const path = 'travel/2/0:9999:1';
  const finding = { requirement: 'LEGAL-01', operation: 'travel.draft-get', verdict: 'fail', path };
  const copy = join(out, 'copy');
  cpSync(race, copy, { recursive: true });
  appendFileSync(join(copy, 'findings.jsonl'), `${JSON.stringify({ ...finding, test: 'x' })}\n`);
  const before = readlinkSync(join(out, 'again', 'latest'));

  const { code, stderr } = await replay(copy, 'LEGAL-01', '--path', path);

  expect(stderr).toMatch(/travel\/2\/0:9999:1, which leads nowhere/);
  expect(code).toBe(2);
  expect(readlinkSync(join(out, 'again', 'latest'))).toBe(before);
  const left = readdirSync(join(out, 'again')).filter((name) => !name.startsWith('latest'));
  expect(left).toEqual([before]);
});

/** Words of the replay lines on a console, without `assay`. */
const replayLines = (stdout: string): readonly (readonly string[])[] =>
  Array.from(stdout.matchAll(/^ {2}replay {2}assay (.+)$/gm), ([, line = '']) =>
    line.split(' ').map((each) => each.replaceAll("'", '')),
  );

describe.each(drawnInTurn('two runs', ['with two runs that found different failures']))(
  '%s',
  () => {
    const runs = join(out, 'two');
    const find = (fault: string, seed: string) =>
      callCli([
        'gate',
        '--line',
        'jobloss',
        '--fault',
        fault,
        '--seed',
        seed,
        '--out',
        runs,
        '--requirement',
        'STATUS-01,JOBLOSS-FIELD-language-enum',
      ]);
    let lines: readonly (readonly string[])[] = [];
    beforeAll(async () => {
      const first = await find('jobloss-created-in-any-language-with-a-job', '5');
      const second = await find('jobloss-updated-with-204', '6');
      lines = [first, second].flatMap(({ stdout }) => replayLines(stdout));
    });

    test('every printed line replays its own run, whichever is the newest', async () => {
      const again = await Promise.all(lines.map((line) => callCli(line)));

      expect(again.map(({ code, stdout }) => [code, stdout.match(/^✗ (\S+)/m)?.[1]])).toEqual([
        [1, 'JOBLOSS-FIELD-language-enum'],
        [1, 'STATUS-01'],
      ]);
      // The first is a small draft, and nothing else is sent and judged.
      expect(lines[0]).toContain('--path');
      expect(again[0]?.stdout).toMatch(
        /^non-conformant: 1 of 1 operation reached, 1 failed, seed 5/m,
      );
    });

    test('without --run, seed and requirement select the run', async () => {
      const language = 'JOBLOSS-FIELD-language-enum';
      const bySeed = await callCli(['replay', language, '--seed', '5', '--out', runs]);
      const byFail = await callCli(['replay', language, '--out', runs]);
      const none = await callCli(['replay', language, '--seed', '7', '--out', runs]);

      expect(bySeed).toMatchObject({
        code: 1,
        stdout: expect.stringMatching(/^replays \S+-gate-5 .*with the seed 5 in which/),
      });
      expect(byFail).toMatchObject({
        code: 1,
        stdout: expect.stringMatching(/^replays \S+-gate-5 /),
      });
      expect(none).toMatchObject({
        code: 2,
        stdout: '',
        stderr: expect.stringMatching(/with the seed 7 [^]*-gate-6: seed 6, [^]*-gate-5: seed 5, /),
      });
    });
  },
);

test.each(
  drawnInTurn('shrunk sequences', [
    'a shrunk sequence is replayed alone, with the control request that its fail needs',
  ]),
)('%s', async () => {
  const { code, stdout } = await callCli([
    'certify',
    '--line',
    'jobloss',
    '--fault',
    'jobloss-price-breaks-down-after-terms-and-update',
    '--requirement',
    'ERROR-01',
    '--operation',
    'jobloss.price-request',
    '--runs',
    '1',
    '--seed',
    '3',
    '--out',
    out,
  ]);
  expect(code).toBe(1);
  const [line = []] = replayLines(stdout);
  expect(line).toContain('--path');

  const again = await callCli([...line, '--out', join(out, 'again')]);

  expect(again).toMatchObject({
    code: 1,
    stdout: expect.stringMatching(/^non-conformant: 1 of 1 operation reached, 1 failed, seed 3/m),
  });
  const sent = readJsonLines<Exchange>(join(out, 'again', 'latest', 'exchanges.jsonl')).items;
  const names = new Set(sent.map(({ test: name }) => name));
  expect([...names].filter((name) => !name.startsWith('sequence/jobloss/0'))).toEqual([]);
});
