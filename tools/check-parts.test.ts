import { mkdtempSync, rmSync, symlinkSync, writeFileSync, mkdirSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { type CheckPart, checkParts, runCheckParts, changedFiles } from './check-parts.ts';
import { spawnSync } from 'node:child_process';

const ROOT = join(import.meta.dirname, '..');

/** A project with one unformatted file. */
const untidy = (): string => {
  const folder = mkdtempSync(join(tmpdir(), 'assay-check-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  // A folder of its own, in which the cache lies.
  mkdirSync(join(folder, 'node_modules'));
  symlinkSync(join(ROOT, 'node_modules', 'prettier'), join(folder, 'node_modules', 'prettier'));
  writeFileSync(join(folder, 'a.ts'), 'export  const a=1');
  return folder;
};

const format = checkParts(ROOT).filter((part) => part.name === 'format');
const absent: CheckPart = { name: 'absent', package: 'no-such-tool', program: 'x', args: [] };

test('the check covers format, lint, types, dead code and k6 syntax', () => {
  expect(checkParts(ROOT).map((part) => part.name)).toEqual(
    expect.arrayContaining(['format', 'lint', 'types', 'dead code', 'syntax of load']),
  );
});

test.each([
  ['nothing', [], []],
  ['a document', ['docs/a page.md'], ['format']],
  ['code', ['cli/a.ts'], ['format', 'lint', 'types']],
  [
    'a script of load',
    ['load/scripts/a.ts'],
    ['format', 'lint', 'types', 'types of load', 'syntax of load'],
  ],
])('checks only that if %s changed', (_, files, names) => {
  const parts = checkParts(ROOT, files);

  expect(parts.map(({ name }) => name)).toEqual(names);
  const [{ args } = { args: files }] = parts;
  expect(args).toEqual(expect.arrayContaining([...files]));
  expect(args).not.toContain('.');
});

test('a failed part shows the output of its tool', async () => {
  const lines: string[] = [];

  const counts = await runCheckParts(untidy(), format, (line) => lines.push(line));

  expect(counts).toEqual({ passed: 0, failed: 1 });
  expect(lines).toEqual([
    expect.stringMatching(/^✗ format \(\d+\.\d s\)$/),
    expect.stringContaining('a.ts'),
  ]);
});

test('an unformatted file fails again in spite of the cache', async () => {
  const folder = untidy();

  const ends = [await runCheckParts(folder, format, () => undefined)];
  ends.push(await runCheckParts(folder, format, () => undefined));
  writeFileSync(join(folder, 'a.ts'), 'export const a = 1;\n');
  ends.push(await runCheckParts(folder, format, () => undefined));
  writeFileSync(join(folder, 'a.ts'), 'export const a = 1\n');
  ends.push(await runCheckParts(folder, format, () => undefined));

  expect(ends.map(({ failed }) => failed)).toEqual([1, 1, 0, 1]);
});

test('a missing tool fails its part, and the others still run', async () => {
  const lines: string[] = [];

  const counts = await runCheckParts(untidy(), [absent, ...format], (line) => lines.push(line));

  expect(counts).toEqual({ passed: 0, failed: 2 });
  expect(lines).toContainEqual(expect.stringContaining('no-such-tool could not be run'));
});

const emptyFolder = (): string => {
  const folder = mkdtempSync(join(tmpdir(), 'assay-changed-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
};

test('lists changed and new files, but not deleted and ignored ones', () => {
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

test('a folder outside git has no list of changed files', () => {
  expect(changedFiles(emptyFolder())).toBe(undefined);
});
