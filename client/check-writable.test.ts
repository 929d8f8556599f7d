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
import { expect, onTestFinished, test, vi } from 'vitest';
import { fileWriteError, folderWriteError, placeOf } from './check-writable.ts';

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

test.each([
  ['linux', false],
  ['darwin', true],
  ['win32', true],
] as const)('on %s, names that differ only in case are one file: %s', (platform, isOne) => {
  vi.spyOn(process, 'platform', 'get').mockReturnValue(platform);
  onTestFinished(() => void vi.restoreAllMocks());
  const root = folder();

  expect(placeOf(join(root, 'new', 'A.xml')) === placeOf(join(root, 'New', 'a.xml'))).toBe(isOne);
});

test('a file has one place by all its links, before it exists, too', () => {
  const root = folder();
  symlinkSync(root, join(root, 'link'));

  expect(placeOf(join(root, 'link', 'x', 'a'))).toBe(placeOf(join(root, 'x', '..', 'x', 'a')));
});
