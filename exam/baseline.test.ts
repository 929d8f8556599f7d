import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { PROJECT } from '../client/project.ts';
import { FAULTS } from '../reference/faults.ts';
import { type Baseline, readBaseline, regressionsIn, writeBaseline } from './baseline.ts';
import { exampleTrial } from './testing/example-trial.ts';
import { lineOf, readmeLine } from './readme-line.ts';

const services = {
  dialects: 17,
  dialectRuns: 81,
  chanceRuns: 60,
  falseFailures: 0,
  notClean: 1,
};
const BEFORE: Baseline = {
  day: '2026-01-01',
  services,
  faults: { gone: 'exact', mended: 'collateral', steady: 'exact', weak: 'misnamed' },
  reasons: {
    gone: 'two requirements say the same of it',
    weak: 'nobody can see it from outside',
  },
};

const fileWith = (baseline: Baseline): string => {
  const folder = mkdtempSync(join(tmpdir(), 'assay-baseline-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const file = join(folder, 'baseline.json');
  writeFileSync(file, JSON.stringify(baseline));
  return file;
};

test('an outcome worse than the baseline is a regression, and so is a new fault that is not caught exactly', () => {
  const found = regressionsIn(
    [
      exampleTrial('steady', ['LEAD-01', 'LEGAL-01']),
      exampleTrial('weak', ['LEGAL-01']),
      exampleTrial('mended', ['LEAD-01']),
      exampleTrial('new', []),
      exampleTrial('newer', ['LEAD-01']),
    ],
    BEFORE,
  );

  expect(found).toEqual([
    { id: 'steady', seed: 1, was: 'exact', is: 'collateral' },
    { id: 'new', seed: 1, was: undefined, is: 'survived' },
  ]);
});

test('a fault that is caught on the plain service has to be caught by name on any other', () => {
  const found = regressionsIn(
    [
      exampleTrial('steady', [], { on: 'strict' }),
      exampleTrial('steady', ['LEAD-01', 'LEGAL-01'], { on: 'chance:3' }),
      exampleTrial('weak', ['LEGAL-01'], { on: 'strict' }),
    ],
    BEFORE,
  );

  expect(found).toEqual([{ id: 'steady', on: 'strict', seed: 1, was: 'exact', is: 'survived' }]);
});

test('updates outcomes that were tried, keeps the others, and drops removed faults with their reasons', () => {
  const file = fileWith(BEFORE);

  const kept = writeBaseline(
    { trials: [exampleTrial('mended', ['LEAD-01'])], day: '2026-02-03' },
    new Set(['mended', 'steady', 'weak']),
    file,
  );

  expect(kept).toEqual({
    day: '2026-01-01',
    services,
    faults: { mended: 'exact', steady: 'exact', weak: 'misnamed' },
    reasons: { weak: BEFORE.reasons['weak'] },
  });
  expect(readBaseline(file)).toEqual(kept);
});

test('an outcome with a reason can get worse, but does not improve by itself', () => {
  const kept = (failed: readonly string[]) =>
    writeBaseline(
      { trials: [exampleTrial('weak', failed)], day: '2026-02-03' },
      new Set(['weak']),
      fileWith(BEFORE),
    );

  expect(kept(['LEAD-01']).faults).toEqual({ weak: 'misnamed' });
  expect(kept(['LEAD-01']).reasons).toEqual({ weak: BEFORE.reasons['weak'] });
  expect(kept([]).faults).toEqual({ weak: 'survived' });
});

test('the day is that of an exam of all faults', () => {
  const trials = [exampleTrial('steady', ['LEAD-01'])];
  const dayAfter = (...known: readonly string[]) =>
    writeBaseline({ trials, day: '2026-02-03' }, new Set(known), fileWith(BEFORE)).day;

  expect(dayAfter('steady', 'weak')).toBe('2026-01-01');
  expect(dayAfter('steady')).toBe('2026-02-03');
});

test('keeps the worst of several seeds', () => {
  const trials = [['LEAD-01'], ['LEGAL-01'], ['LEAD-01']].map((failed) =>
    exampleTrial('steady', failed),
  );
  const examined = { trials, day: '2026-02-03' };

  expect(writeBaseline(examined, new Set(['steady']), fileWith(BEFORE)).faults).toEqual({
    steady: 'misnamed',
  });
});

test('refuses an invalid file', () => {
  const file = fileWith({ ...BEFORE, faults: { steady: 'fine' as 'exact' } });
  expect(() => readBaseline(file)).toThrow(/Invalid option/);
  expect(readFileSync(file, 'utf8')).toContain('fine');
});

test('the README line counts the baseline', () => {
  expect(readmeLine(BEFORE, { broken: 7, judged: 9 })).toBe(
    '> **Exam of all faults on 2026-01-01**, with those that were added and tried since: 4 of 4 faults caught, 3 by name, 2 with exactly one finding, ' +
      'in 7 of the 9 cells that are judged; ' +
      '0 false failures in 17 dialects (81 runs) and 60 chance services, 1 runs not clean.',
  );
});

test('the baseline covers every fault, with a reason for each that is not caught exactly', () => {
  const { faults, reasons } = readBaseline();
  const known = new Set(FAULTS.map(({ id }) => id));

  expect(Object.keys(faults).filter((id) => !known.has(id))).toEqual([]);
  const untried = [...known].filter((id) => faults[id] === undefined);
  expect(
    untried,
    `not tried yet: npx assay exam --fault '${untried.join(',')}' --write-baseline`,
  ).toEqual([]);
  const wanting = Object.keys(faults).filter((id) => faults[id] !== 'exact');
  expect(wanting.filter((id) => reasons[id] === undefined)).toEqual([]);
});

test('the README has the line of the baseline', () => {
  const readme = readFileSync(join(PROJECT, 'README.md'), 'utf8');
  const line = lineOf(readBaseline());

  expect(
    readme.includes(line),
    `README.md is out of date: npx assay exam --fault FAULT --write-baseline writes\n${line}`,
  ).toBe(true);
});
