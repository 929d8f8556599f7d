import { expect, test } from 'vitest';
import { JUDGEMENT_RULES } from './judgement.ts';

const LAST = { P: 7, C: 13, E: 10, S: 18, V: 18, D: 13, R: 7, L: 3, K: 4, W: 3 };
const DETAILS = ['J1', 'T1', 'T2', 'T3', 'T4', 'T5', 'T6', 'L1', 'G1', 'G2', 'G3', 'G4'];

test('every rule of every area exists, and no other', () => {
  const ids = Object.entries(LAST).flatMap(([area, last]) =>
    Array.from({ length: last }, (_, index) => `${area}${index + 1}`),
  );

  expect(Object.keys(JUDGEMENT_RULES).toSorted()).toEqual([...ids, 'INVISIBLE'].toSorted());
});

test('every rule has whole sentences, and only once', () => {
  const texts = Object.values(JUDGEMENT_RULES);

  for (const text of texts) expect(text).toMatch(/^[A-Za-z0-9].{60,}\.$/);
  expect(new Set(texts).size).toBe(texts.length);
});

test('references in a rule name rules or detail entries of the specification', () => {
  const known = new Set([...Object.keys(JUDGEMENT_RULES), ...DETAILS]);
  const cited = Object.values(JUDGEMENT_RULES).flatMap((text) => text.match(/\b[A-Z]\d+\b/g) ?? []);

  expect(cited).not.toHaveLength(0);
  expect(cited.filter((id) => !known.has(id))).toEqual([]);
});
