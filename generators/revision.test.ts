import { describe, expect, test } from 'vitest';
import { LINES } from '../spec/line.ts';
import type { GeneratorContext } from './context.ts';
import { completeDraft, draft, revisedDraft, rewrittenDraft } from './draft.ts';
import { leaves, valueAt } from './pointer.ts';
import { brokenRules } from './rules.ts';
import { sample, subSeed } from './sample.ts';

const context: GeneratorContext = {
  today: '2026-03-01',
  mailDomain: 'mail.example.com',
  vehicleCodes: [{ code: '10000', vehicleType: '10', country: 'BE' }],
  insurers: ['Plain Insurance'],
  whiteLabels: ['plain'],
};

/** Fields that select a kind: a revision never changes them (D1). */
const KINDS =
  /employeeStatus|isPermanentContract|willUnregister|identification|alreadyOccupied|isCarsAgeElligible|hasRoadsideAssistance|purchasedDate|isPurchased|birthdate|vat|email/;

describe.for(LINES)('revised draft of %s', (line) => {
  const pairs = Array.from({ length: 300 }, (_, run) => {
    const make = run % 2 === 0 ? draft : completeDraft;
    const base = sample(make(line, context), subSeed(7, line, run));
    return { base, revision: sample(revisedDraft(line, base, context), subSeed(8, line, run)) };
  });
  const pointers = (body: object) => leaves(body).map(([pointer]) => pointer);

  test('has the same keys and keeps the rules', () => {
    const wrong = pairs.filter(
      ({ base, revision }) =>
        pointers(base).toSorted().join() !== pointers(revision).toSorted().join() ||
        brokenRules(line, revision, context).length > 0,
    );

    expect(wrong).toEqual([]);
  });

  test('always differs from a complete draft, but never in its kinds', () => {
    const changed = pairs.map(({ base, revision }) =>
      leaves(base)
        .filter(([pointer, value]) => valueAt(revision, pointer) !== value)
        .map(([pointer]) => pointer),
    );
    const complete = changed.filter((_, run) => run % 2 === 1);

    expect(complete.every((differences) => differences.length > 0)).toBe(true);
    expect(changed.flat().filter((pointer) => KINDS.test(pointer))).toEqual([]);
  });
});

test.each(LINES)(
  'rewritten drafts of %s differ from the base in at least as many fields as revised ones',
  (line) => {
    const fieldsChanged = (base: object, other: object): readonly string[] =>
      leaves(base).flatMap(([pointer, value]) =>
        valueAt(other, pointer) === value ? [] : pointer,
      );
    for (let run = 0; run < 50; run += 1) {
      const base = sample(completeDraft(line, context), subSeed(7, line, run));
      const [one, two] = [1, 2].map((nth) =>
        fieldsChanged(base, sample(rewrittenDraft(line, base, context), subSeed(nth, line, run))),
      );
      const revised = fieldsChanged(base, sample(revisedDraft(line, base, context), run));

      // Addresses may share a city by chance.
      expect(one?.filter((pointer) => !/city|zip|number/.test(pointer))).toEqual(
        two?.filter((pointer) => !/city|zip|number/.test(pointer)),
      );
      expect(one).toEqual(
        expect.arrayContaining(revised.filter((pointer) => !/city|zip|number/.test(pointer))),
      );
    }
  },
);

test('returns a draft without a free field unchanged', () => {
  const base = { risk: { isCarsAgeElligible: false } };

  expect(sample(revisedDraft('travel', base, context), 1)).toEqual(base);
});

test('does not modify the base', () => {
  const base = sample(completeDraft('gap', context), 9);
  const before = structuredClone(base);
  sample(revisedDraft('gap', base, context), 10);

  expect(base).toEqual(before);
});
