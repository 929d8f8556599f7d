import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { changedFiles } from './changed-files.ts';

const emptyFolder = (): string => {
  const folder = mkdtempSync(join(tmpdir(), 'assay-changed-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
};

test('files that changed or are new are told, those that are gone or ignored are not', () => {
  const folder = emptyFolder();
  const git = (...args: readonly string[]): void => {
    const own = ['-c', 'user.name=a', '-c', 'user.email=a@b.c'];
    expect(spawnSync('git', [...own, ...args], { cwd: folder }).status).toBe(0);
  };
  const write = (name: string, text: string): void => writeFileSync(join(folder, name), text);
  mkdirSync(join(folder, 'a folder'));
  for (const name of ['same.ts', 'a folder/changed.ts', 'gone.ts']) write(name, 'one');
  write('.gitignore', 'ignored.ts');
  git('init', '--quiet');
  git('add', '.');
  git('commit', '--quiet', '--no-gpg-sign', '-m', 'all');

  for (const name of ['a folder/changed.ts', 'neü.ts', 'ignored.ts']) write(name, 'two');
  rmSync(join(folder, 'gone.ts'));

  expect(changedFiles(folder)).toEqual(['a folder/changed.ts', 'neü.ts']);
});

test('a folder that git does not know has no changed files that could be told', () => {
  expect(changedFiles(emptyFolder())).toBe(undefined);
});
