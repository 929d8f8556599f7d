import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Line } from '../../spec/line.ts';
import { OPERATIONS } from '../../spec/operations.ts';
import type { SequenceEvent } from './event.ts';
import { playable } from './model.ts';
import { planSequences } from './plan.ts';
import { shorterSequences, shrinkableSequence } from './shrinkable.ts';

type Events = readonly SequenceEvent[];

const plan = (line: Line, count = 30): readonly Events[] => {
  const steps = OPERATIONS.filter((row) => row.line === line).map(({ step }) => step);
  return planSequences({ line, steps, seed: 11 }, count);
};

const words = (events: Events, draft: number): string =>
  events
    .filter((event) => event.draft === draft)
    .map(({ step }) => `${step} `)
    .join('');

/** Makes every sequence that fails small; the lengths that are left. */
const lengths = (line: Line, fails: (events: Events) => boolean): readonly number[] =>
  plan(line)
    .filter(fails)
    .map((events) => {
      const property = fc.property(shrinkableSequence(line, events), (each) => !fails(each));
      const { counterexample } = fc.check(property, { seed: 0, numRuns: 1 });
      return counterexample?.[0].length ?? 0;
    });

test('four updates of one draft and a read come down to six events', () => {
  const fails = (events: Events): boolean =>
    /(draft-update .*){4}draft-get $/.test(
      words(events.slice(0, events.findLastIndex(({ step }) => step === 'draft-get') + 1), 0),
    );

  const found = lengths('jobloss', fails);

  expect(found.length).toBeGreaterThan(2);
  expect(new Set(found)).toEqual(new Set([6]));
});

test('a deletion beside another car comes down to five events', () => {
  const fails = (events: Events): boolean =>
    events.some((event, at) => {
      if (event.step !== 'car-put') return false;
      const before = events.slice(0, at).filter(({ draft }) => draft === event.draft);
      return before.some(({ step, item }) => step === 'car-delete' && item !== event.item);
    });

  expect(new Set(lengths('travel', fails))).toEqual(new Set([5]));
});

test('every shorter sequence can be played as it is, and ends as the long one does or is its beginning', () => {
  for (const events of plan('travel', 6))
    for (const shorter of shorterSequences('travel', events)) {
      expect(playable('travel', shorter)).toEqual(shorter);
      expect(shorter.length).toBeLessThan(events.length);
      expect(
        shorter.at(-1) === events.at(-1) || shorter.every((each, at) => each === events[at]),
      ).toBe(true);
    }
});

test('the path of a small sequence leads to it again', () => {
  const [events = []] = plan('gap');
  const fails = (each: Events): boolean => /(price-request .*){3}/.test(words(each, 0));
  const arbitrary = shrinkableSequence('gap', events);
  const { counterexample, counterexamplePath } = fc.check(
    fc.property(arbitrary, (each) => !fails(each)),
    { seed: 0, numRuns: 1 },
  );

  const [again] = fc.sample(arbitrary, { seed: 0, path: counterexamplePath ?? '', numRuns: 1 });

  expect(again).toEqual(counterexample?.[0]);
  expect(again?.length).toBeLessThan(events.length);
});
