import { expect, test } from 'vitest';
import { LINES } from '../spec/line.ts';
import { bodyRows } from '../spec/requirements/field-bodies.ts';
import { leaves, matchingPointers, valueAt, withoutValue } from './pointer.ts';
import { bodiesIn, draftWith, thinned } from './surroundings.ts';
import { RICH } from './testing/test-body.ts';
import { brokenRulesOf } from './valid-body.ts';

const SEEDS = [1, 2, 3, 4, 5];

/** Most fields of a body of few fields: those beside the field, and what the rules need. */
const FEW = 10;

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

test.each(LINES)('a %s draft of few fields is legal, small, and holds each field', (line) => {
  const body = `${line}-draft` as const;
  for (const { pointer } of bodyRows(body))
    for (const seed of SEEDS) {
      const of = (siblings: 'complete' | 'few') =>
        bodiesIn({ siblings, language: 'any' }, body, RICH, seed, pointer)(0);
      const [complete, few] = [of('complete'), of('few')];

      expect(brokenRulesOf(body, few, RICH)).toEqual([]);
      expect(matchingPointers(few, pointer)).toEqual(matchingPointers(complete, pointer));
      expect(leaves(few).length).toBeLessThanOrEqual(FEW);
    }
});

test('a draft of few fields has the language of its surroundings', () => {
  const of = (language: 'any' | 'fr') =>
    bodiesIn({ siblings: 'few', language }, 'jobloss-draft', RICH, 1, '/terms/variant')(0);

  expect(valueAt(of('fr'), '/language')).toBe('fr');
  expect(valueAt(of('any'), '/language')).toBeUndefined();
});

test('fields of one object are in the same bodies of few fields', () => {
  const of = (field: string) =>
    bodiesIn({ siblings: 'few', language: 'any' }, 'travel-draft', RICH, 1, field)(0);

  expect(of('/policyholder/address/zip')).toBe(of('/policyholder/address/city'));
  expect(of('/policyholder/address/zip')).not.toEqual(of('/policyholder/contact/email'));
});

test('a draft has the language of its surroundings', () => {
  const languageOf = (language: 'fr' | 'en', body: 'jobloss-draft' | 'landlord-draft') =>
    valueAt(bodiesIn({ siblings: 'complete', language }, body, RICH, 1)(0), '/language');

  expect(languageOf('fr', 'jobloss-draft')).toBe('fr');
  expect(languageOf('en', 'landlord-draft')).toBe('en-BE');
});

test.each(LINES)(
  'a short %s draft is a complete one without phone, house numbers, title and choice of paper',
  (line) => {
    for (const seed of SEEDS) {
      const of = (content: 'complete' | 'short') =>
        draftWith({ content, language: 'any', policyholder: 'any' }, line, RICH, seed);
      const [complete, short] = [of('complete'), of('short')];
      const left = new Set(pointersOf(short));
      const numbers = pointersOf(complete).filter((pointer) => !left.has(pointer));

      expect(numbers).toContain('/policyholder/contact/phone');
      expect(numbers).toContain('/policyholder/address/number');
      expect(
        numbers.filter(
          (pointer) => !/(phone|ddress\/number|title|requestPaperCopy)$/.test(pointer),
        ),
      ).toEqual([]);
      expect(numbers.reduce(withoutValue, complete)).toEqual(short);
      expect(brokenRulesOf(`${line}-draft`, short, RICH)).toEqual([]);
    }
  },
);

test.each(['few', 'partial', 'rest'] as const)(
  'a body with %s siblings keeps what has to stay',
  (siblings) => {
    const body = 'landlord-draft';
    const phone = '/policyholder/contact/phone';
    const title = '/policyholder/person/title';
    for (const seed of SEEDS) {
      const complete = bodiesIn({ siblings: 'complete', language: 'any' }, body, RICH, seed)(0);
      for (const kept of [phone, title].filter((each) => valueAt(complete, each) !== undefined)) {
        const thin = thinned(
          { content: 'complete', siblings },
          body,
          complete,
          RICH,
          (lacking) => valueAt(lacking, kept) !== undefined,
        );

        expect(valueAt(thin, kept)).toBe(valueAt(complete, kept));
        expect(leaves(thin).length).toBeLessThan(leaves(complete).length);
        expect(brokenRulesOf(body, thin, RICH)).toEqual([]);
      }
    }
  },
);

test.each(['travel', 'landlord', 'gap'] as const)(
  'a %s draft has the policyholder of its surroundings',
  (line) => {
    for (const seed of SEEDS)
      for (const policyholder of ['person', 'company'] as const) {
        const drawn = draftWith(
          { content: 'complete', language: 'any', policyholder },
          line,
          RICH,
          seed,
        );

        expect(Object.keys(valueAt(drawn, '/policyholder') as object)).toContain(policyholder);
        expect(brokenRulesOf(`${line}-draft`, drawn, RICH)).toEqual([]);
      }
  },
);
