import { describe, expect, test } from 'vitest';
import { DIALECTS, dialectOf, chance } from './dialects.ts';
import { LINES } from '../spec/line.ts';
import { SAMPLE_DRAFTS } from './testing/sample-drafts.ts';
import { Visitor } from './testing/visitor.ts';
import { startReference } from './start.ts';
import { walk } from './testing/journey.ts';

const seeds = (count: number): readonly number[] => Array.from({ length: count }, (_, at) => at);

test('no two dialects have the same name, and each has a description', () => {
  expect(new Set(DIALECTS.map(({ name }) => name)).size).toBe(DIALECTS.length);
  expect(new Set(DIALECTS.map(({ what }) => what)).size).toBe(DIALECTS.length);
});

test('every dialect makes at least one choice', () => {
  const choices = DIALECTS.map((dialect) => JSON.stringify(dialect.choices));

  expect(new Set(choices).size).toBe(DIALECTS.length);
});

test('200 seeds of chance are 200 different services', () => {
  const choices = seeds(200).map((seed) => JSON.stringify(chance(seed).choices));

  expect(new Set(choices).size).toBe(200);
});

test('the same seed of chance makes the same choices', () => {
  expect(dialectOf('chance:4711')).toEqual(chance(4711));
});

test('chance covers every scheme, every place of ids and every answer to a second contract', () => {
  const all = seeds(100).map((seed) => chance(seed).choices);

  expect(new Set(all.map(({ auth }) => auth.scheme)).size).toBe(4);
  expect(new Set(all.map(({ ids }) => (ids.places.draft ?? 'location').slice(0, 6))).size).toBe(6);
  expect(new Set(all.map(({ secondContract }) => secondContract)).size).toBe(3);
});

test('if chance answers a creation without a body, its id is elsewhere', () => {
  const silent = seeds(200)
    .map((seed) => chance(seed).choices)
    .filter(({ statuses }) => statuses.create === 204);

  expect(silent.length).toBeGreaterThan(5);
  for (const { ids, location } of silent) {
    const place = ids.places.draft ?? (location.onCreate ? 'location' : 'nowhere');
    expect(place).toMatch(/^(header:|location$)/);
  }
});

test.each(['chance', 'chance:', 'chance:x', 'chance:-1'])('refuses the dialect %s', (name) => {
  expect(() => dialectOf(name)).toThrow('chance:SEED');
});

describe.each(seeds(8))('chance:%i', (seed) => {
  test('every line can be walked from the draft to the contract', async () => {
    const running = await startReference({ dialect: `chance:${seed}` });
    const visitor = new Visitor(running);
    const concluded: (readonly [string, number | undefined])[] = [];
    for (const line of LINES) {
      const journey = await walk(visitor, line, SAMPLE_DRAFTS[line]);
      concluded.push([line, journey['contract-get']?.status]);
    }
    await running.close();

    expect(concluded).toEqual(LINES.map((line) => [line, 200]));
  });
});
