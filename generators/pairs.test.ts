import { describe, expect, test } from 'vitest';
import { BODIES } from '../spec/bodies.ts';
import { LINES } from '../spec/line.ts';
import { draft } from './draft.ts';
import { RICH } from './testing/test-body.ts';
import { pairCovering } from './pairs.ts';
import { brokenRules } from './rules.ts';
import { samples } from './sample.ts';
import type { ClassSchema } from './class-numbers.ts';
import { classesOf } from './testing/value-classes.ts';

const pairsOf = (schema: ClassSchema, body: object): string[] => {
  const classes = [...new Set(classesOf(schema, body))].toSorted();
  return classes.flatMap((first, index) =>
    classes.slice(index + 1).map((second) => `${first} & ${second}`),
  );
};

describe.for(LINES)('pair coverage of %s', (line) => {
  const schema: ClassSchema = BODIES[`${line}-draft`];
  const picks = pairCovering(line, RICH, { seed: 7, limit: 200 });
  const covered = new Set(picks.flatMap(({ draft }) => pairsOf(schema, draft)));

  test('takes legal drafts, the same for the same seed', () => {
    expect(picks.flatMap(({ draft }) => brokenRules(line, draft, RICH))).toEqual([]);
    expect(pairCovering(line, RICH, { seed: 7, limit: 5 })).toEqual(picks.slice(0, 5));
  });

  test('counts every pair once', () => {
    expect(picks.reduce((sum, { newPairs }) => sum + newPairs, 0)).toBe(covered.size);
  });

  test('covers at least 98 % of the pairs of 300 random drafts, and more than as many random ones', () => {
    const random = samples(draft(line, RICH), 8, 300).map((body) => pairsOf(schema, body));
    const all = new Set(random.flat());
    const asMany = new Set(random.slice(0, picks.length).flat());

    expect([...all].filter((pair) => covered.has(pair)).length / all.size).toBeGreaterThan(0.98);
    expect(covered.size).toBeGreaterThan(asMany.size);
  });
});
