import { expect, test } from 'vitest';
import { LINES } from '../../spec/line.ts';
import { OPERATIONS } from '../../spec/operations.ts';
import { afterCommand, emptyModel, isApplicable, isLegal } from './model.ts';
import { pairOf, reachablePairs } from './coverage-pairs.ts';
import { drawnSequences, SEQUENCES, type SequenceSource } from './drawn-sequences.ts';

const planSequences = (source: SequenceSource, wanted: number) => {
  const sequence = drawnSequences(source);
  return Array.from({ length: wanted }, (_, index) => sequence(index));
};

const sourceOf = (line: SequenceSource['line'], seed = 7): SequenceSource => ({
  line,
  steps: OPERATIONS.filter((row) => row.line === line).map(({ step }) => step),
  seed,
});

const pairsIn = ({ line, ...rest }: SequenceSource, wanted: number): ReadonlySet<string> => {
  const met = new Set<string>();
  for (const commands of planSequences({ line, ...rest }, wanted)) {
    let model = emptyModel(line);
    for (const command of commands) {
      expect([command, isApplicable(model, command)]).toEqual([command, true]);
      met.add(pairOf(model, command));
      model = afterCommand(model, command);
    }
  }
  return met;
};

test.each(LINES)('sequences of %s cover every reachable pair, and no other', (line) => {
  for (const seed of [7, 8, 9]) {
    const source = sourceOf(line, seed);

    expect([...pairsIn(source, SEQUENCES.most)].toSorted()).toEqual(
      reachablePairs(line, source.steps).toSorted(),
    );
  }
});

test.each(LINES)('without contracts no sequence of %s contains one', (line) => {
  const steps = sourceOf(line).steps.filter((step) => !step.startsWith('contract-'));
  const source = { ...sourceOf(line), steps };
  const reachable = new Set(reachablePairs(line, steps));

  expect([...pairsIn(source, 30)].filter((pair) => !reachable.has(pair))).toEqual([]);
});

test.each(LINES)(
  'some drafts of %s are used in two spellings of the country, others in one',
  (line) => {
    const spellings = planSequences(sourceOf(line), 20).flatMap((commands) =>
      [0, 1, 2].map((draft) => {
        const own = commands.filter((command) => command.draft === draft);
        return new Set(own.map(({ country = 'BE' }) => country)).size;
      }),
    );

    expect(new Set(spellings.filter((count) => count > 0))).toEqual(new Set([1, 2]));
  },
);

test('only commands that are legal without their fault are sent in another spelling', () => {
  const spelt = planSequences(sourceOf('travel'), 20).flatMap((commands) => {
    let model = emptyModel('travel');
    return commands.flatMap((command) => {
      const before = model;
      model = afterCommand(model, command);
      return command.country === undefined ? [] : isLegal(before, command);
    });
  });

  expect(new Set(spelt)).toEqual(new Set([true]));
});

test('calls with a fault in their body are sent in two spellings as well', () => {
  const refused = planSequences(sourceOf('travel'), 20)
    .flat()
    .filter(({ refusal = 1 }) => refusal % 2 === 0);

  expect(new Set(refused.map(({ country }) => country !== undefined))).toEqual(
    new Set([true, false]),
  );
});

test('more sequences start with the same ones, so that a number identifies a sequence', () => {
  const source = sourceOf('travel');

  expect(planSequences(source, 12).slice(0, 5)).toEqual(planSequences(source, 5));
  expect(planSequences(sourceOf('travel', 8), 5)).not.toEqual(planSequences(source, 5));
});

test('a sequence is the same whatever the order of requests, and is drawn once', () => {
  const source = sourceOf('travel');
  const sequence = drawnSequences(source);

  expect([sequence(4), sequence(1)]).toEqual([4, 1].map((at) => planSequences(source, 5)[at]));
  expect(sequence(4)).toBe(sequence(4));
});

test('a gate stays within 120 requests per line', () => {
  for (const line of LINES)
    expect(planSequences(sourceOf(line), 3).flat().length).toBeLessThanOrEqual(120);
});

test.each(LINES)(
  'calls on %s drafts that must be refused are drawn where the same call is legal',
  (line) => {
    const refused = planSequences(sourceOf(line), 12).flatMap((commands) => {
      let model = emptyModel(line);
      return commands.flatMap((command) => {
        const before = model;
        model = afterCommand(model, command);
        return command.refusal === undefined
          ? []
          : [{ step: command.step, isLegal: isLegal(before, command) }];
      });
    });

    expect(refused.filter((each) => !each.isLegal)).toEqual([]);
    expect(new Set(refused.map(({ step }) => step)).size).toBeGreaterThan(4);
  },
);
