import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Line } from '../../spec/line.ts';
import { OPERATIONS } from '../../spec/operations.ts';
import { type SequenceCommand, playable } from './model.ts';
import { drawnSequences } from './drawn-sequences.ts';
import { simplerSequences, ShrinkableSequence } from './shrink.ts';

type Commands = readonly SequenceCommand[];

const plan = (line: Line, count = 30): readonly Commands[] => {
  const steps = OPERATIONS.filter((row) => row.line === line).map(({ step }) => step);
  const sequence = drawnSequences({ line, steps, seed: 11 });
  return Array.from({ length: count }, (_, index) => sequence(index));
};

const words = (commands: Commands, draft: number): string =>
  commands
    .filter((command) => command.draft === draft)
    .map(({ step }) => `${step} `)
    .join('');

/** Shrinks every failing sequence. */
const shrunk = (line: Line, fails: (commands: Commands) => boolean): readonly Commands[] =>
  plan(line)
    .filter(fails)
    .map((commands) => {
      const property = fc.property(new ShrinkableSequence(line, commands), (each) => !fails(each));
      const { counterexample } = fc.check(property, { seed: 0, numRuns: 1 });
      return counterexample?.[0] ?? [];
    });

/** The lengths of the failing sequences once they are shrunk. */
const lengths = (line: Line, fails: (commands: Commands) => boolean): readonly number[] =>
  shrunk(line, fails).map((commands) => commands.length);

test('four updates of one draft and a read shrink to six commands', () => {
  const fails = (commands: Commands): boolean =>
    /(draft-update .*){4}draft-get $/.test(
      words(commands.slice(0, commands.findLastIndex(({ step }) => step === 'draft-get') + 1), 0),
    );

  const found = lengths('jobloss', fails);

  expect(found.length).toBeGreaterThan(2);
  expect(new Set(found)).toEqual(new Set([6]));
});

test('a deletion beside another car shrinks to five commands', () => {
  const fails = (commands: Commands): boolean =>
    commands.some((command, at) => {
      if (command.step !== 'car-put') return false;
      const before = commands.slice(0, at).filter(({ draft }) => draft === command.draft);
      return before.some(({ step, item }) => step === 'car-delete' && item !== command.item);
    });

  expect(new Set(lengths('travel', fails))).toEqual(new Set([5]));
});

/** Number of commands in another spelling of the country than the canonical one. */
const spelt = (commands: Commands): number =>
  commands.filter(({ country }) => country !== undefined).length;

const text = (commands: Commands): string => JSON.stringify(commands);

const unspelt = (commands: Commands): Commands =>
  commands.map(({ country: _country, ...command }) => command);

test('every simpler sequence can be played, and ends like the long one or is a prefix of it', () => {
  for (const commands of plan('travel', 6))
    for (const simpler of simplerSequences('travel', commands)) {
      expect(playable('travel', simpler)).toEqual(simpler);
      expect(simpler.length + spelt(simpler)).toBeLessThan(commands.length + spelt(commands));
      const [plain, whole] = [unspelt(simpler), unspelt(commands)];
      const isPrefix = text(plain) === text(whole.slice(0, plain.length));
      expect(isPrefix || text(plain.slice(-1)) === text(whole.slice(-1))).toBe(true);
    }
});

test('a failure in any spelling shrinks to the canonical one, one between two spellings to one command', () => {
  const updates = (commands: Commands) => commands.filter(({ step }) => step === 'draft-update');
  const inAny = shrunk('gap', (each) => updates(each).length > 1);
  const inOne = shrunk('gap', (each) => spelt(updates(each)) > 0);

  expect(new Set(inAny.map(spelt))).toEqual(new Set([0]));
  expect(new Set(inOne.map(spelt))).toEqual(new Set([1]));
});

test('the path of a shrunk sequence leads to it again', () => {
  const [commands = []] = plan('gap');
  const fails = (each: Commands): boolean => /(price-request .*){3}/.test(words(each, 0));
  const arbitrary = new ShrinkableSequence('gap', commands);
  const { counterexample, counterexamplePath } = fc.check(
    fc.property(arbitrary, (each) => !fails(each)),
    { seed: 0, numRuns: 1 },
  );

  const [again] = fc.sample(arbitrary, { seed: 0, path: counterexamplePath ?? '', numRuns: 1 });

  expect(again).toEqual(counterexample?.[0]);
  expect(again?.length).toBeLessThan(commands.length);
});
