import { expect, test } from 'vitest';
import { LINES } from '../spec/line.ts';
import { leaves, valueAt } from './pointer.ts';
import { bodiesIn } from './surroundings.ts';
import { RICH } from './testing/test-body.ts';
import { brokenRulesOf } from './valid-body.ts';

const SEEDS = [1, 2, 3, 4, 5];

const pointersOf = (body: object): readonly string[] => leaves(body).map(([pointer]) => pointer);

test.each(LINES)(
  'the two halves of a %s draft are legal, and hold its fields between them',
  (line) => {
    const body = `${line}-draft` as const;
    for (const seed of SEEDS) {
      const of = (siblings: 'complete' | 'partial' | 'rest') =>
        bodiesIn({ siblings, language: 'any' }, body, RICH, seed)(0);
      const [complete, partial, rest] = [of('complete'), of('partial'), of('rest')];

      expect(new Set([...pointersOf(partial), ...pointersOf(rest)])).toEqual(
        new Set(pointersOf(complete)),
      );
      for (const half of [partial, rest]) {
        expect(brokenRulesOf(body, half, RICH)).toEqual([]);
        expect(leaves(half).length).toBeLessThan(leaves(complete).length);
      }
      expect(pointersOf(partial)).not.toEqual(pointersOf(rest));
    }
  },
);

test('a draft has the language of its surroundings', () => {
  const languageOf = (language: 'fr' | 'en', body: 'jobloss-draft' | 'landlord-draft') =>
    valueAt(bodiesIn({ siblings: 'complete', language }, body, RICH, 1)(0), '/language');

  expect(languageOf('fr', 'jobloss-draft')).toBe('fr');
  expect(languageOf('en', 'landlord-draft')).toBe('en-BE');
});
