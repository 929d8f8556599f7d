import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { programFiles, PROJECT } from '../client/project.ts';
import { fileOfJudge, JUDGE_NAMES, judgeNamed } from '../oracles/judges.ts';
import { CATALOGUE } from '../spec/catalogue.ts';
import { subjectsOf } from './subjects.ts';

const asked = new Set(
  programFiles('suites')
    .map((path) => readFileSync(join(PROJECT, path), 'utf8'))
    .flatMap((text) =>
      [...text.matchAll(/(?<!\.\.)\.judge\(\s*(\w+)/g)].map(([, name = '']) => name),
    ),
);
const judges = JUDGE_NAMES.map(judgeNamed);
const subjects = [...new Set([...CATALOGUE.keys()].flatMap(subjectsOf))];

test('every called judge has a name; one without would end the run as an error of the harness', () => {
  const known = new Set(judges.map(({ name }) => name));

  expect(asked.size).toBeGreaterThan(40);
  expect([...asked].filter((name) => !known.has(name))).toEqual([]);
});

test('every judge is called by a suite, except the one that repeats a verdict', () => {
  expect(judges.map(({ name }) => name).filter((name) => !asked.has(name))).toEqual([
    'judgeVerbatim',
  ]);
});

test('every judge belongs to some subject', () => {
  const named = new Set(subjects.flatMap((each) => each.judges));
  const speaking = judges.filter((judge) => !fileOfJudge(judge).startsWith('blame/'));
  const unnamed = speaking.filter((judge) => !named.has(judge)).map(({ name }) => name);

  // Clients are compared, and a replayed sequence settles cells, on any requirement.
  expect(unnamed.toSorted()).toEqual(['judgeByClient', 'judgeReplayedSequence', 'judgeVerbatim']);
});

test('the file of every subject exists', () => {
  const files = new Set(programFiles('suites'));

  expect(subjects.filter(({ file }) => !files.has(file))).toEqual([]);
});
