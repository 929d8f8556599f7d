import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import {
  challengeProblem,
  newChallenge,
  seedOfChallenge,
} from '../../store/certificate/challenge.ts';
import type { RunRecord } from '../../store/run-record.ts';
import { callCli } from '../../cli/testing/call-cli.ts';
import { reseal } from './testing/signed-runs.ts';
import { checkFreshness, parseAge } from './verify-certificate.ts';
import { drawnInTurn } from '../../tools/testing/drawn.ts';

const folder = mkdtempSync(join(tmpdir(), 'assay-challenge-'));
afterAll(() => rmSync(folder, { recursive: true }));

const CHALLENGE = '20261125T202414Z-00112233445566778899aabbccddeeff';
const NOW = Date.parse('2026-11-30T00:00:00.000Z');

const checked = (
  challenge: string | undefined,
  startedAt: string,
  freshness: Parameters<typeof checkFreshness>[1] = {},
): string => {
  const plan = challenge === undefined ? {} : { challenge };
  try {
    return checkFreshness({ plan, startedAt } as never, freshness, NOW).join('\n');
  } catch (error) {
    return `${(error as Error).name}: ${(error as Error).message}`;
  }
};

test('a new challenge is valid, has its time, and is unique', () => {
  const made = Array.from({ length: 50 }, () => newChallenge(new Date('2026-11-25T20:24:14Z')));

  expect(new Set(made).size).toBe(50);
  expect(made.map(challengeProblem).filter(Boolean)).toEqual([]);
  expect(made[0]).toMatch(/^20261125T202414Z-[\da-f]{32}$/);
});

test.each([
  ['short', 'abc', /has 3 characters/],
  ['long', 'a'.repeat(129), /has 129 characters/],
  ['with a letter that a shell reads', 'aaaaaaaaaaaaaaaa$', /only letters, digits/],
  ['with a hyphen first', '-aaaaaaaaaaaaaaaa', /a letter or digit first/],
  ['with a moment that does not exist', '20261345T000000Z-aaaaaaaa', /time that does not exist/],
])('refuses a challenge in another format: %s', (_, value, problem) => {
  expect(challengeProblem(value)).toMatch(problem);
});

test.each([
  ['yours', CHALLENGE, { challenge: CHALLENGE }, /^challenge {2}yours.* after 2026-11-25T20:24Z$/],
  ['another', CHALLENGE, { challenge: 'of-a-recipient-1' }, /^Refused: .*answers the challenge/],
  ['missing', undefined, { challenge: CHALLENGE }, /^Refused: it answers no challenge/],
  ['not expected', CHALLENGE, {}, /check with --challenge that it is yours$/],
  [
    'in another form',
    'of-a-recipient-1',
    { challenge: 'of-a-recipient-1' },
    /after it was issued$/,
  ],
  ['none at all', undefined, {}, /^challenge {2}none: /],
])('verify on a challenge: %s', (_, own, freshness, expected) => {
  expect(checked(own, '2026-11-26T00:00:00.000Z', freshness)).toMatch(expected);
});

test.each([
  ['young enough', undefined, '2026-11-26T00:00:00.000Z', /age {8}4d, as the signer claims$/],
  ['too old', undefined, '2026-11-22T23:00:00.000Z', /^Refused: .* began 7d 1h ago.*at most 7d/],
  [
    'of tomorrow',
    undefined,
    '2026-12-01T00:00:00.000Z',
    /^Refused: .* in the future.* it is 2026-11-30/,
  ],
  ['before its challenge', CHALLENGE, '2026-11-25T20:00:00.000Z', /^Refused: .* was issued on/],
])('the maximum age of a run: %s', (_, own, startedAt, expected) => {
  expect(checked(own, startedAt, { maxAge: parseAge('7d') })).toMatch(expected);
});

test.each(
  drawnInTurn('challenges', [
    'a challenge determines the seed of the run, is recorded, and excludes --seed',
  ]),
)('%s', async () => {
  const file = join(folder, 'issued', 'challenge.txt');
  const issued = await callCli(['challenge', '--out', file]);
  const challenge = issued.stdout.trim();
  const run = ['certify', '--challenge', challenge, '--requirement', 'GAP-CONTRACT-03'];

  const both = await callCli([...run, '--seed', '1']);
  await callCli([...run, '--line', 'gap', '--out', join(folder, 'runs')]);

  expect(issued.code).toBe(0);
  expect(readFileSync(file, 'utf8')).toBe(`${challenge}\n`);
  expect(both).toMatchObject({ code: 2, stderr: expect.stringContaining('omit --seed') });
  const record = JSON.parse(
    readFileSync(join(folder, 'runs', 'latest', 'run.json'), 'utf8'),
  ) as RunRecord;
  expect(record).toMatchObject({ challenge, seed: seedOfChallenge(challenge) });
  const certificate = join(folder, 'runs', 'latest', 'certificate.json');
  const held = await callCli(['verify', certificate, '--challenge', file]);
  expect(held.stdout).toContain('challenge  yours');
  const other = await callCli(['verify', certificate, '--challenge', 'of-another-recipient']);
  expect(other).toMatchObject({ code: 1, stdout: expect.stringContaining('refused: it answers') });
});

test.each([
  ['a file that is not there', './none.txt', /none\.txt is missing/],
  [
    'a file without one',
    join(import.meta.dirname, '../../store/policies.ts'),
    /contains no challenge\..*has \d+ characters/s,
  ],
  ['a text that is none', 'abc', /has 3 characters/],
])('refuses an invalid challenge: %s', async (_, value, problem) => {
  const { code, stderr } = await callCli(['certify', '--challenge', value]);

  expect(stderr).toMatch(problem);
  expect(code).toBe(2);
});

test('never overwrites a challenge', async () => {
  const { stdout } = await callCli(['challenge', '--out', join(folder, 'one.txt')]);
  const again = await callCli(['challenge', '--out', join(folder, 'one.txt')]);

  expect(again).toMatchObject({ code: 2, stderr: expect.stringContaining('never overwritten') });
  expect(readFileSync(join(folder, 'one.txt'), 'utf8')).toBe(stdout);
});

test.each(
  drawnInTurn('forged challenges', [
    'refuses a challenge that was put into a run with another seed',
  ]),
)('%s', async () => {
  await callCli(['keygen', '--out', folder]);
  const key = join(folder, 'assay.key');
  const run = ['certify', '--line', 'gap', '--requirement', 'GAP-CONTRACT-03', '--key', key];
  await callCli([...run, '--seed', '7', '--out', join(folder, 'old')]);

  const forged = reseal(join(folder, 'old', 'latest'), join(folder, 'forged'), key, {
    seal: (seal) => ({ ...seal, plan: { ...seal.plan, challenge: CHALLENGE } }),
  });

  const { code, stdout } = await callCli(['verify', forged, '--challenge', CHALLENGE]);
  expect(stdout).toMatch(/^refused: its seed does not derive from its challenge: 7 instead of/);
  expect(code).toBe(1);
});
