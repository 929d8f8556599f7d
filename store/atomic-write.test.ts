import {
  lstatSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { writeReports, writeAtomically } from './atomic-write.ts';

const folder = (): string => {
  const path = mkdtempSync(join(tmpdir(), 'assay-whole-'));
  onTestFinished(() => rmSync(path, { recursive: true }));
  return path;
};

test('keeps a link, and the permissions of its destination', () => {
  const root = folder();
  const [file, link] = [join(root, 'file'), join(root, 'link')];
  writeFileSync(file, 'before', { mode: 0o600 });
  symlinkSync('file', link);
  writeAtomically(link, 'after');

  expect(readFileSync(file, 'utf8')).toBe('after');
  expect(lstatSync(link).isSymbolicLink()).toBe(true);
  expect(statSync(file).mode & 0o777).toBe(0o600);
  expect(readdirSync(root)).toEqual(['file', 'link']);
});

test('keeps the old content if writing fails', () => {
  const root = folder();
  expect(() => writeAtomically(join(root, 'nowhere', 'file'), 'text')).toThrow('ENOENT');
  expect(readdirSync(root)).toEqual([]);
});

test('writes a report and its folders, also if the file cannot be replaced', () => {
  const root = folder();
  const paths = [join(root, 'a', 'b', 'report'), join(root, 'n'.repeat(250))];
  expect(() => writeAtomically(paths[1] ?? '', 'text')).toThrow('ENAMETOOLONG');
  writeReports(paths, 'text');

  expect(paths.map((path) => readFileSync(path, 'utf8'))).toEqual(['text', 'text']);
  expect(readdirSync(join(root, 'a', 'b'))).toEqual(['report']);
});
