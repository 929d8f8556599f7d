import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { callCli } from '../cli/testing/call-cli.ts';
import { orderOf } from './request-order.ts';
import { seeded } from './run-order.ts';
import { LARGEST_SEED, seedOfDay } from './seed.ts';
import { drawnInTurn } from '../tools/testing/drawn.ts';

const order = orderOf('gate', {});
const seedAt = (moment: string, name: string): number =>
  seeded(order, new Date(moment), { name }).seed;

test("a gate derives its seed from the UTC day and the target's name", () => {
  const seed = seedAt('2026-03-01T00:00:00Z', 'staging');

  expect(seedAt('2026-03-01T23:59:59.999Z', 'staging')).toBe(seed);
  // One and the same moment, in the words of another time zone.
  expect(seedAt('2026-03-02T01:30:00+02:00', 'staging')).toBe(seed);
  expect(seedAt('2026-03-02T00:00:00Z', 'staging')).not.toBe(seed);
  expect(seedAt('2026-03-01T12:00:00Z', 'Staging')).not.toBe(seed);
});

test('a day has its own seed, which --seed accepts', () => {
  const days = Array.from({ length: 400 }, (_, day) =>
    seedOfDay(new Date(Date.UTC(2026, 0, 1 + day)).toISOString().slice(0, 10), 'staging'),
  );

  expect(new Set(days).size).toBe(400);
  for (const seed of days) {
    expect(Number.isInteger(seed)).toBe(true);
    expect(seed).toBeGreaterThanOrEqual(0);
    expect(seed).toBeLessThanOrEqual(LARGEST_SEED);
  }
});

test('keeps an explicit seed on any day', () => {
  expect(seeded(orderOf('gate', { seed: 0 }), new Date(), { name: 'staging' }).seed).toBe(0);
});

test('the API and the command line accept random; certify draws a random seed by default', () => {
  const drawn = [
    orderOf('gate', { seed: 'random' }),
    orderOf('gate', { seed: 'random' }),
    orderOf('certify', {}),
    orderOf('certify', {}),
  ].map(({ seed }) => seed);

  expect(new Set(drawn).size).toBe(4);
  expect(drawn.every((seed) => Number.isInteger(seed))).toBe(true);
  expect(order.seed).toBeUndefined();
});

const SMALL = ['gate', '--line', 'jobloss', '--runs', '1', '--requirement', 'VERSION-01'];

/** Seeds that runs print, and those of their folders. */
const seedsOf = async (...calls: readonly (readonly string[])[]) => {
  const out = mkdtempSync(join(tmpdir(), 'assay-seed-'));
  onTestFinished(() => rmSync(out, { recursive: true }));
  const printed: string[] = [];
  for (const args of calls) {
    const { stdout, code } = await callCli([...SMALL, '--out', out, ...args]);
    expect(code).toBe(0);
    const [first] = /, seed \d+.*$/m.exec(stdout) ?? [];
    const [, last] = /^conformant.*, seed (\d+), /m.exec(stdout) ?? [];
    expect(first).toMatch(new RegExp(`^, seed ${last}( |$)`));
    printed.push(last ?? '');
  }
  const named = readdirSync(out).flatMap((name) => /-gate-(\d+)$/.exec(name)?.slice(1) ?? []);
  expect(new Set(named)).toEqual(new Set(printed));
  return printed;
};

test.each(
  drawnInTurn('seeds of a day', [
    'a gate draws the same data on the same day, and others on the next',
  ]),
)('%s', async () => {
  const at = (moment: string): readonly string[] => ['--clock', moment];
  const [first, again, next, other] = await seedsOf(
    at('2026-03-01T08:00:00Z'),
    at('2026-03-01T19:00:00Z'),
    at('2026-03-02T08:00:00Z'),
    [...at('2026-03-01T08:00:00Z'), '--dialect', 'api-key'],
  );

  expect(again).toBe(first);
  expect(next).not.toBe(first);
  // Its name is that of the dialect.
  expect(other).not.toBe(first);
});

test('--seed random draws other data each time, and prints the seed that reproduces them', async () => {
  const clock = ['--clock', '2026-03-01T08:00:00Z'];
  const [first = '', second] = await seedsOf(
    [...clock, '--seed', 'random'],
    [...clock, '--seed', 'random'],
  );
  expect(second).not.toBe(first);
  expect(await seedsOf(['--seed', first])).toEqual([first]);
});

test('--help explains the default seed', async () => {
  const helpOf = async (command: string): Promise<string> =>
    (await callCli([command, '--help'])).stdout.replaceAll(/\s+/g, ' ');

  expect(await helpOf('gate')).toContain("(default: that of the UTC day and the target's name)");
  for (const command of ['certify', 'load', 'doctor'])
    expect(await helpOf(command)).toContain('(default: random; the run prints it)');
  expect(await helpOf('nightly')).toContain(
    '(default: random; the load uses 1, so that nights are comparable)',
  );
});
