import { expect, test } from 'vitest';
import type { ExamOptions } from '../exam-options.ts';
import { chosenMutants } from './source-exam.ts';
import { exampleMutant } from '../testing/example-mutant.ts';
import { checkSourceOptions, isWholeSource } from './source-run.ts';

const PLAIN: ExamOptions = { faultSeeds: 1, seed: 1 };
const SOURCE: ExamOptions = { ...PLAIN, source: true };

const checked = (options: ExamOptions, ...given: readonly string[]) =>
  checkSourceOptions(options, (name) => given.includes(name));

test('options for hand-written services are refused for mutants', () => {
  expect(() => checked({ ...SOURCE, fault: ['gap-*'] }, 'fault')).toThrow(
    /--fault is for written faults/,
  );
  expect(() => checked(SOURCE, 'seeds')).toThrow(/--seeds is for written faults/);
  expect(() => checked(SOURCE, 'seed', 'source')).not.toThrow();
});

test('--file is for an exam of the source only', () => {
  expect(() => checked({ ...PLAIN, file: ['*'] }, 'file')).toThrow('add --source');
});

test('only a whole exam of the source can be resumed', () => {
  expect(() => checked({ ...PLAIN, resume: true })).toThrow(
    '--resume continues an exam of the source',
  );
  expect(() => checked({ ...SOURCE, resume: true, sample: 3 })).toThrow('omit --file, --sample');
  expect(() => checked({ ...SOURCE, resume: true })).not.toThrow();
});

test('only a whole exam updates the score', () => {
  const kept: ExamOptions = { ...SOURCE, writeBaseline: true };

  expect(() => checked(kept)).not.toThrow();
  expect(() => checked({ ...kept, sample: 3 })).toThrow('--write-baseline');
  expect(isWholeSource(SOURCE)).toBe(true);
  expect(isWholeSource({ ...SOURCE, quick: true })).toBe(false);
});

test('consecutive samples cover every mutant of the requested files', () => {
  const mutants = ['reference/ids.ts', 'reference/json.ts'].flatMap((file) =>
    Array.from({ length: 10 }, (_, at) => exampleMutant({ file, id: `${file} ${at}` })),
  );
  const seen = [0, 1, 2].flatMap((rotation) =>
    chosenMutants(mutants, { ...SOURCE, file: ['*/ids.ts'], sample: 4, rotation }).map(
      ({ id }) => id,
    ),
  );

  expect(new Set(seen).size).toBe(10);
  expect(seen.filter((id) => !id.startsWith('reference/ids.ts'))).toEqual([]);
  expect(chosenMutants(mutants, { ...SOURCE, file: ['*/ids.ts', '*s?n.ts'] })).toHaveLength(20);
  expect(() => chosenMutants(mutants, { ...SOURCE, file: ['nothing'] })).toThrow(/no file/);
});
