import { appendFileSync, existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { PROJECT } from '../../client/project.ts';
import { exampleMutant } from '../testing/example-mutant.ts';
import { codeDigest, openCheckpoint } from './exam-checkpoint.ts';
import { judgedBy } from './mutant-trial.ts';

const ONE = judgedBy(exampleMutant({ id: '1' }), []);
const OTHER = judgedBy(exampleMutant({ id: '2' }), []);

const fileInFolder = (): string => {
  const folder = mkdtempSync(join(tmpdir(), 'assay-judged-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  return join(folder, 'source-judged.jsonl');
};

test('resumes a stopped exam, also after a truncated last line', () => {
  const path = fileInFolder();
  const stopped = openCheckpoint(path, 1, false);
  stopped.add(ONE);
  appendFileSync(path, '{"mutant":{"id":"2"');

  const goesOn = openCheckpoint(path, 1, true);
  goesOn.add(OTHER);

  expect(goesOn.judged).toEqual([ONE]);
  expect(openCheckpoint(path, 1, true).judged).toEqual([ONE, OTHER]);
});

test('does not resume a finished exam, or one with other data', () => {
  const path = fileInFolder();
  expect(() => openCheckpoint(path, 1, true)).toThrow('no exam of the source was stopped here');
  openCheckpoint(path, 1, false).add(ONE);
  expect(() => openCheckpoint(path, 2, true)).toThrow('other code or another --seed');

  const begun = openCheckpoint(path, 1, false);
  expect(begun.judged).toEqual([]);
  begun.end();
  expect(existsSync(path)).toBe(false);
});

test('the digest covers the current code', () => {
  expect(codeDigest()).toMatch(/^[0-9a-f]{16}$/);
  expect(codeDigest()).toBe(codeDigest());
});

test('the digest ignores files of a killed exam among the runs', () => {
  const left = join(PROJECT, 'reports', 'out', 'left-by-a-killed-exam');
  const before = codeDigest();
  mkdirSync(join(left, 'folder.ts'), { recursive: true });
  writeFileSync(join(left, 'folder.ts', 'file.ts'), 'a mutant');
  try {
    expect(codeDigest()).toBe(before);
  } finally {
    rmSync(left, { recursive: true });
  }
});
