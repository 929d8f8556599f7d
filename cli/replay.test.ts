import { mkdtempSync, readdirSync, readlinkSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Finding } from '../oracles/finding.ts';
import { readJsonLines } from '../reports/json-lines.ts';
import { spawnCli } from './spawn-cli.ts';

const out = mkdtempSync(join(tmpdir(), 'assay-replay-'));
afterAll(() => rmSync(out, { recursive: true, force: true }));

const runOf = (name: string): string =>
  join(out, readdirSync(out).find((each) => each.includes(name)) ?? '');
const gate = (line: string, fault: string) =>
  spawnCli(['gate', '--fault', fault, '--line', line, '--seed', '1', '--out', out]);
const replay = (run: string, id: string, ...args: string[]) =>
  spawnCli(['replay', id, '--run', run, '--out', join(out, 'again'), ...args]);

let race = '';
beforeAll(async () => {
  const { code, stdout } = await gate('travel', 'car-post-breaks-down-at-once');
  if (code !== 1) throw new Error(`the gate was to end non-conformant:\n${stdout}`);
  race = runOf('gate-1');
}, 120_000);

test('a replay sends the race in which something broke, whatever the race was for', async () => {
  const again = await replay(race, 'ERROR-01');

  expect(again).toMatchObject({
    code: 1,
    stdout: expect.stringMatching(/✗ ERROR-01[^]*5 calls at once/),
  });
});

/** The probes by which a run showed a requirement to be broken. */
const shownBy = (run: string, id: string): readonly string[] => {
  const { items } = readJsonLines<Finding>(join(run, 'findings.jsonl'));
  const fails = items.filter(
    ({ requirement, verdict }) => requirement === id && verdict === 'fail',
  );
  return [...new Set(fails.map(({ test: probe }) => probe))];
};

test.each([
  ['travel', 'price-info-breaks-down-for-couples', 'ERROR-01', ['journey', 'protocol', 'sequence']],
  ['jobloss', 'jobloss-updated-with-204', 'STATUS-01', ['fields', 'journey', 'legal', 'protocol']],
])(
  'on %s, every probe that showed %s by the way is sent again',
  async (line, fault, id, suites) => {
    const { code } = await gate(line, fault);
    expect(code).toBe(1);
    const run = join(out, readlinkSync(join(out, 'latest')));
    const again = await replay(run, id, '--out', join(run, 'again'));
    expect(again.code).toBe(1);

    const shown = shownBy(run, id);
    const shownIn = new Set(shown.map((probe) => probe.split('/')[0]));
    expect(suites.filter((suite) => !shownIn.has(suite))).toEqual([]);
    const sent = new Set(shownBy(join(run, 'again', 'latest'), id));
    expect(shown.filter((probe) => !sent.has(probe))).toEqual([]);
  },
);

test.each([
  ['is no path', 'LEGAL-01', 'nonsense', /wanted a path from the replay line .* got nonsense/],
  [
    'is of another line',
    'LEGAL-01',
    'gap/0/0:1',
    /about the line gap, and the run was about travel/,
  ],
  [
    'is of another requirement',
    'LEGAL-01',
    'travel.draft-create/1/0/TRAVEL-FIELD-language-enum/de',
    /not about LEGAL-01/,
  ],
  [
    'is of a fault that nobody knows',
    'LEGAL-01',
    'travel.draft-create/1/0/NONE',
    /copy the line as it is/,
  ],
  [
    'is of a sequence that is not played',
    'LEGAL-01',
    'travel/99/0',
    /travel\/99\/0, which leads nowhere/,
  ],
  [
    'is of a body that is sent in one piece',
    'TRAVEL-CAR-make-type',
    'travel.car-post/1/0/TRAVEL-CAR-make-type/object',
    /which leads nowhere/,
  ],
  [
    'leads past the shorter sequences',
    'LEGAL-01',
    'travel/2/0:9999:1',
    /travel\/2\/0:9999:1, which leads nowhere/,
  ],
])('a path that %s is refused, and leaves no run behind', async (_, id, path, message) => {
  const { code, stderr } = await replay(race, id, '--path', path);

  expect(stderr).toMatch(message);
  expect(code).toBe(2);
  const left = readdirSync(join(out, 'again')).filter((name) => !name.startsWith('latest'));
  expect(left).toHaveLength(1);
  expect(readlinkSync(join(out, 'again', 'latest'))).toBe(left[0]);
});
