import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { NIGHTS_REQUIRED, isConfirmed, judgeNight } from './judge-night.ts';

// Real runs of `assay load`, one after the other, of one profile against one reference service that takes 60 ms for
// every answer, on a busy machine with two cores: all differences are chance. Milliseconds, from
// testing/equal-runs.json.
type Runs = Readonly<Record<string, Readonly<Record<'p50' | 'p95', readonly number[]>>>>;
const RUNS = JSON.parse(
  readFileSync(new URL('../testing/equal-runs.json', import.meta.url), 'utf8'),
) as Runs;

/** Number of runs that stand for the confirming block. */
const CONFIRMING = 3;

const all = Object.values(RUNS).flatMap(({ p50, p95 }) => [p50, p95]);

/** Number of runs, each taken for a night, that are suspicious, and of those that the next three confirm. */
const replay = (values: readonly number[], change = 1, from = Infinity) => {
  const changed = values.map((value, index) => (index >= from ? value * change : value));
  const before = changed.slice(0, NIGHTS_REQUIRED);
  let [suspicious, confirmed] = [0, 0];
  for (let index = NIGHTS_REQUIRED; index + CONFIRMING < changed.length; index += 1) {
    const judged = judgeNight({
      value: changed[index] ?? 0,
      before: before.slice(-NIGHTS_REQUIRED),
    });
    const isSuspicious = judged.state === 'suspicious';
    const isAlarm =
      isSuspicious && isConfirmed(changed.slice(index + 1, index + 1 + CONFIRMING), judged.limit);
    suspicious += Number(isSuspicious);
    confirmed += Number(isAlarm);
    if (!isAlarm) before.push(changed[index] ?? 0);
  }
  return { suspicious, confirmed };
};

test('confirms none of at least thirty equal runs as slower, though some are suspicious', () => {
  expect(all).toHaveLength(8);
  for (const values of all) expect(values.length).toBeGreaterThanOrEqual(30);
  const replayed = all.map((values) => replay(values));
  expect(replayed.reduce((sum, { suspicious }) => sum + suspicious, 0)).toBeGreaterThan(0);
  expect(replayed.reduce((sum, { confirmed }) => sum + confirmed, 0)).toBe(0);
});

test('confirms the same runs, a quarter slower from the twentieth on, on every line', () => {
  const found = Object.entries(RUNS).filter(([, { p50 }]) => replay(p50, 1.25, 20).confirmed > 0);
  expect(found.map(([line]) => line)).toEqual(Object.keys(RUNS));
});
