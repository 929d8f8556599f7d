import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { examFolder, moveInto } from './exam-folder.ts';

test('exams that began in the same second lie in folders of their own', () => {
  const out = mkdtempSync(join(tmpdir(), 'assay-exams-'));
  onTestFinished(() => rmSync(out, { recursive: true }));
  const results = ['one', 'two'].map((text) => {
    const root = mkdtempSync(join(out, 'exam-'));
    writeFileSync(join(root, 'exam.md'), text);
    mkdirSync(join(root, 'unclean'));
    const folder = examFolder(out, '2026-11-24T07:22:07.123Z');
    moveInto(folder, root);
    return folder;
  });

  expect(results.map((each) => basename(each))).toEqual([
    '20261124-072207-exam',
    '20261124-072207-exam-2',
  ]);
  expect(results.map((each) => readFileSync(join(each, 'exam.md'), 'utf8'))).toEqual([
    'one',
    'two',
  ]);
  expect(readdirSync(results[0] ?? '').toSorted()).toEqual(['exam.md', 'unclean']);
});
