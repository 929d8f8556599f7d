import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
  existsSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { examFolder, moveInto, keepUnclean } from './exam-folder.ts';
import { type Candidate, chanceCandidates } from './candidate.ts';

test('exams of the same second have separate folders', () => {
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

const [SERVICE] = chanceCandidates(1, { seed: 7 });

const emptyRoot = (): string => {
  const root = mkdtempSync(join(tmpdir(), 'assay-unclean-'));
  onTestFinished(() => rmSync(root, { recursive: true }));
  return root;
};

const keep = (root: string, candidate: Candidate | undefined = SERVICE) => {
  const run = join(root, 'run');
  mkdirSync(run, { recursive: true });
  return keepUnclean(run, candidate ? [candidate] : [], root);
};

test('keeps the run of a correct service in the reported folder', () => {
  const root = emptyRoot();

  const kept = keep(root);

  expect(kept).toBe(join('unclean', 'chance-7-seed-7'));
  expect(existsSync(join(root, kept ?? ''))).toBe(true);
  expect(existsSync(join(root, 'run'))).toBe(false);
});

test('many errors do not fill the disk', () => {
  const root = emptyRoot();

  const kept = chanceCandidates(30, { seed: 1 }).map((each) => keep(root, each));

  expect(kept.filter((each) => each !== undefined)).toHaveLength(20);
});

test('turns the name of a fault into a folder name', () => {
  const root = emptyRoot();

  const kept = keep(root, { ...SERVICE, id: 'legal-a[].b/c', kind: 'fault' } as Candidate);

  expect(kept).toBe(join('unclean', 'legal-a-.b-c-seed-7'));
});
