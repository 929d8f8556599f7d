import {
  chmodSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { fileWriteError, folderWriteError } from './check-writable.ts';

const folder = (): string => {
  const path = mkdtempSync(join(tmpdir(), 'assay-place-'));
  onTestFinished(() => rmSync(path, { recursive: true }));
  return path;
};

test('leaves a writable path unchanged', () => {
  const root = folder();
  const file = join(root, 'file');
  writeFileSync(file, 'kept');
  const { mtimeMs } = statSync(file);

  expect([join(root, 'a', 'b'), root].map(folderWriteError)).toEqual([undefined, undefined]);
  expect([join(root, 'a', 'b', 'c'), file].map(fileWriteError)).toEqual([undefined, undefined]);
  expect(readdirSync(root)).toEqual(['file']);
  expect(statSync(file)).toMatchObject({ mtimeMs, size: 4 });
});

test('explains why a path is not writable', () => {
  const root = folder();
  writeFileSync(join(root, 'file'), '');
  symlinkSync('b', join(root, 'a'));
  symlinkSync('a', join(root, 'b'));

  expect(
    [join(root, 'file'), join(root, 'file', 'x'), join(root, 'a')].map(folderWriteError),
  ).toEqual([
    'a part of the path is a file',
    'a part of the path is a file',
    'its symbolic links form a cycle',
  ]);
  expect(fileWriteError(root)).toBe('it is a folder');
  expect(folderWriteError(join(root, 'x'.repeat(300)))).toBe('the name is too long');
});

test('does not hang below /proc', ({ skip }) => {
  if (process.platform !== 'linux') skip('there is no /proc on this system');
  expect(folderWriteError('/proc/x/y')).toBe('no such file');
  expect(fileWriteError('/proc/x/y')).toBe('no such file');
});

test('refuses a read-only folder', ({ skip }) => {
  if (process.getuid?.() === 0) skip('root may write everywhere');
  const root = folder();
  mkdirSync(join(root, 'read'));
  chmodSync(join(root, 'read'), 0o555);
  expect(folderWriteError(join(root, 'read'))).toBe('permission is denied');
});
