import { describe, expect, test } from 'vitest';
import { BODIES } from '../spec/bodies.ts';
import { LINES } from '../spec/line.ts';
import { draft } from './draft.ts';
import { RICH } from './testing/test-body.ts';
import { pairwiseDrafts, type ClassSchema, classNumbers } from './pairwise.ts';
import { brokenRules } from './rules.ts';
import { samples } from './sample.ts';
import { classesOf } from './testing/value-classes.ts';

const pairsOf = (schema: ClassSchema, body: object): string[] => {
  const classes = [...new Set(classesOf(schema, body))].toSorted();
  return classes.flatMap((first, index) =>
    classes.slice(index + 1).map((second) => `${first} & ${second}`),
  );
};

describe.for(LINES)('pair coverage of %s', (line) => {
  const schema: ClassSchema = BODIES[`${line}-draft`];
  const picks = pairwiseDrafts(line, RICH, { seed: 7, limit: 200 });
  const covered = new Set(picks.flatMap(({ draft }) => pairsOf(schema, draft)));

  test('yields legal drafts, the same for the same seed', () => {
    expect(picks.flatMap(({ draft }) => brokenRules(line, draft, RICH))).toEqual([]);
    expect(pairwiseDrafts(line, RICH, { seed: 7, limit: 5 })).toEqual(picks.slice(0, 5));
  });

  test('counts every pair once', () => {
    expect(picks.reduce((sum, { newPairs }) => sum + newPairs, 0)).toBe(covered.size);
  });

  test('covers at least 98 % of the pairs of 300 random drafts, and more than the same number of random drafts', () => {
    const random = samples(draft(line, RICH), 8, 300).map((body) => pairsOf(schema, body));
    const all = new Set(random.flat());
    const asMany = new Set(random.slice(0, picks.length).flat());

    expect([...all].filter((pair) => covered.has(pair)).length / all.size).toBeGreaterThan(0.98);
    expect(covered.size).toBeGreaterThan(asMany.size);
  });
});

const MANY = 4096;

describe.for(LINES)('the class numbers of drafts of %s', (line) => {
  const schema: ClassSchema = BODIES[`${line}-draft`];
  const numbers = classNumbers(schema, MANY);
  const drafts = samples(draft(line, RICH), 3, 200);

  test('each identify one class, in any draft', () => {
    const names = new Map<number, Set<string>>();
    for (const body of drafts) {
      const texts = new Set(classesOf(schema, body));
      const seen = numbers(body);
      expect(seen).toHaveLength(texts.size);
      for (const number of seen) names.set(number, names.get(number)?.intersection(texts) ?? texts);
    }

    // The numbers of two classes that always occur together are indistinguishable.
    expect([...names.values()].filter((texts) => texts.size === 0)).toEqual([]);
    expect(names.size).toBe(new Set(drafts.flatMap((body) => classesOf(schema, body))).size);
  });

  test('are in order', () => {
    for (const body of drafts)
      expect(numbers(body)).toEqual(numbers(body).toSorted((a, b) => a - b));
  });
});

test('a text and a number are two values, and so are one item and several', () => {
  const numbers = classNumbers(
    {
      type: 'array',
      items: { type: 'string', enum: ['1', 1] },
    },
    MANY,
  );
  const [one, text, number, both, none] = [[1], ['1'], [1, 1], ['1', 1], []].map(numbers);

  expect(new Set([one, text, number, both, none].map(String)).size).toBe(5);
  expect(both).toHaveLength(3);
  expect(none).toHaveLength(1);
});

test('refuses a schema with too many classes', () => {
  const numbers = classNumbers({ type: 'string', enum: ['a', 'b', 'c'] }, 2);

  expect(['a', 'b', 'a'].map((value) => numbers(value))).toEqual([[0], [1], [0]]);
  expect(() => numbers('c')).toThrow(new RangeError('a schema has more than 2 value classes'));
});
