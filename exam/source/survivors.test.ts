import { expect, test } from 'vitest';
import { matchesGlob } from '../../spec/glob.ts';
import { exampleMutant } from '../testing/example-mutant.ts';
import { sourceFiles } from './source-files.ts';
import { explanationOf, unusedExplanations, parseSurvivors, readSurvivors } from './survivors.ts';

const NAMES = parseSurvivors(`
- file: reference/rules/*
  mutators: [StringLiteral]
  code: '^id: '
  reason: 'equivalent: the name of a rule is shown nowhere'
- file: reference/handlers/*
  replacement: '^false$'
  reason: 'open by S12: the order of checks is open'
`);

test('an explanation applies to mutants that match all its parts', () => {
  const [names] = NAMES;

  expect(explanationOf(exampleMutant(), NAMES)).toBe(names);
  expect(explanationOf(exampleMutant({ mutator: 'ArrowFunction' }), NAMES)).toBeUndefined();
  expect(explanationOf(exampleMutant({ code: "field: '/id: '" }), NAMES)).toBeUndefined();
  expect(explanationOf(exampleMutant({ file: 'reference/handlers/rights.ts' }), NAMES)).toBe(
    undefined,
  );
});

test('finds an explanation without a survivor', () => {
  const [, order] = NAMES;

  expect(unusedExplanations([exampleMutant()], NAMES)).toEqual([order]);
});

test.each([
  ['reason: "equivalent: yes"', /equivalent: …/],
  ['reason: "it is well so as it is"', /equivalent: …/],
  ['reason: "open by S99: nobody sees it"', /no judgement rule S99/],
  ['{ reason: "equivalent: nobody sees it", code: "(" }', /is not a regular expression/],
  ['{ reason: "equivalent: nobody sees it", line: 3 }', /Unrecognized key/],
])('refuses %s', (entry, message) => {
  const text = entry.startsWith('{')
    ? `- ${entry.replace('{', '{ file: "*",')}`
    : `- file: "*"\n  ${entry}`;

  expect(() => parseSurvivors(text)).toThrow(message);
});

test('every explanation of the project names existing files', () => {
  const files = sourceFiles();

  for (const { file } of readSurvivors())
    expect(files.some((each) => matchesGlob(file, each))).toBe(true);
});
