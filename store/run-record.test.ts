import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { Ajv2020 } from 'ajv/dist/2020.js';
import ajvFormats from 'ajv-formats';
import { expect, onTestFinished, test } from 'vitest';
import {
  countVerdicts,
  readRun,
  readRunRecord,
  type RunRecord,
  runSchema,
  type RunStart,
  totalsOf,
  writeRunRecord,
} from './run-record.ts';
import { cellVerdict, runRecord } from '../reports/testing/sample-record.ts';

const SCHEMA = new URL('run.schema.json', import.meta.url);

const temporaryFile = (): string => {
  const folder = mkdtempSync(join(tmpdir(), 'assay-record-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  return join(folder, 'run.json');
};

test('reads back what it wrote', () => {
  const path = temporaryFile();

  writeRunRecord(path, runRecord());

  expect(readRunRecord(path)).toEqual(runRecord());
});

test('refuses an incomplete record, by name', () => {
  const path = temporaryFile();
  const { seed: _, ...rest } = runRecord();
  writeFileSync(path, JSON.stringify(rest));

  expect(() => readRunRecord(path)).toThrow(
    /run\.json is not the record of a run of this version of Assay:[^]*seed/,
  );
});

test('does not write a record with an unknown exit code', () => {
  const wrong = { ...runRecord(), exitCode: 9 } as unknown as RunRecord;

  expect(() => writeRunRecord(temporaryFile(), wrong)).toThrow('exitCode');
});

test('distinguishes a running or killed run from one that has ended', () => {
  const path = temporaryFile();
  const { k6, startedAt, seed, today, lines, selection, runs, thorough } = runRecord();
  const { command, assay, node, targetFile, embedded, target } = runRecord();
  const start = { command, assay, node, targetFile, embedded, target, k6, startedAt, seed, today };
  const running: RunStart = {
    state: 'running',
    process: { pid: 7, host: 'here' },
    ...start,
    lines,
    selection,
    runs,
    thorough,
    waivers: [],
  };
  writeRunRecord(path, running);

  expect(readRun({ path: dirname(path), run: path })).toEqual(running);
  expect(() => readRunRecord(path)).toThrow(/has not ended/);
});

test('refuses a truncated record, by name', () => {
  const path = temporaryFile();
  writeFileSync(path, JSON.stringify(runRecord()).slice(0, 200));

  expect(() => readRunRecord(path)).toThrow(
    /run\.json is incomplete or was changed: expected .* at character \d+/,
  );
});

test('counts every verdict, including zeros', () => {
  const verdicts = [{}, {}, { verdict: 'pass' as const }].map(cellVerdict);

  expect(countVerdicts(verdicts)).toEqual({
    'not-applicable': 0,
    observed: 0,
    pass: 1,
    inconclusive: 0,
    waived: 0,
    fail: 2,
    error: 0,
  });
});

test('an operation is reached by one success', () => {
  const counts = {
    'gap.draft-create': { requests: 3, successes: 1, failed: 0 },
    'gap.draft-get': { requests: 2, successes: 0, failed: 1 },
  };

  const wanted = ['gap.draft-create', 'gap.draft-get', 'gap.contract-get'] as const;

  expect(totalsOf(wanted, counts, new Set(['gap.draft-create']), 7)).toEqual({
    operations: 3,
    reached: 1,
    cells: 7,
    requests: 5,
    successes: 1,
  });
});

test('run.schema.json is up to date; else: npm run schemas', () => {
  expect(JSON.parse(readFileSync(SCHEMA, 'utf8'))).toEqual(runSchema());
});

test('run.schema.json accepts a record and rejects one with an additional key', () => {
  const ajv = new Ajv2020();
  ajvFormats.default(ajv);
  const validate = ajv.compile(JSON.parse(readFileSync(SCHEMA, 'utf8')));

  expect([validate(runRecord()), validate({ ...runRecord(), extra: 1 })]).toEqual([true, false]);
});
