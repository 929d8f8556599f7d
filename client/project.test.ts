import { join } from 'node:path';
import { expect, test, onTestFinished } from 'vitest';
import { PROJECT, runsFolder, compileCacheFolder } from './project.ts';
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { pathToFileURL } from 'node:url';
import { COMMANDS, neededCommands } from '../cli/commands.ts';
import { COMPLETE } from '../cli/command-context.ts';

test.each([
  ['of the checkout', PROJECT, PROJECT],
  ['of a folder of the checkout', join(PROJECT, 'docs'), PROJECT],
  ['of a folder with dots', join(PROJECT, '..hidden'), PROJECT],
  ['of a folder beside it', join(PROJECT, '..', 'elsewhere'), join(PROJECT, '..', 'elsewhere')],
  ['of the folder above', join(PROJECT, '..'), join(PROJECT, '..')],
])('chooses the folder for runs of a caller %s', (_what, caller, below) => {
  expect(runsFolder(caller)).toBe(join(below, 'reports', 'out'));
});

const MODULE = pathToFileURL(join(PROJECT, 'client', 'project.ts')).href;
const OTHER = pathToFileURL(join(PROJECT, 'cli', 'commands.ts')).href;

/** Runs a program that uses a compile cache in this folder; its output and how it ended. */
const keepIn = (folder: string) => {
  const text = `import { useCompileCache } from '${MODULE}'; useCompileCache(${JSON.stringify(folder)}); await import('${OTHER}');`;
  const args = ['--input-type=module', '--eval', text];
  const { status, stderr } = spawnSync(process.execPath, args, { encoding: 'utf8' });
  return { status, stderr };
};

const newFolder = (): string => {
  const folder = mkdtempSync(join(tmpdir(), 'assay-compiled-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  return folder;
};

test("keeps Node's compile cache for the next start", () => {
  const folder = join(newFolder(), 'compiled');

  expect(keepIn(folder)).toEqual({ status: 0, stderr: '' });
  const kept = readdirSync(folder, { recursive: true, withFileTypes: true });
  expect(kept.filter((entry) => entry.isFile()).length).toBeGreaterThan(0);
});

test('works silently without a writable compile cache', () => {
  const file = join(newFolder(), 'a-file');
  writeFileSync(file, '');

  expect(keepIn(join(file, 'compiled'))).toEqual({ status: 0, stderr: '' });
});

test('the compile cache is beside the packages, in a checkout and in an installation', () => {
  const own = join('.cache', 'assay', 'compiled');
  const packages = join('/work', 'node_modules');

  expect(compileCacheFolder('/work')).toBe(join(packages, own));
  expect(compileCacheFolder(join(packages, 'assay', '/'))).toBe(join(packages, own));
});

test.for([
  ['a command', ['gate', '--help'], ['gate']],
  ['help', ['--help'], Object.keys(COMMANDS)],
  ['help of a command', ['help', 'gate'], Object.keys(COMMANDS)],
  ['nothing', [], Object.keys(COMMANDS)],
  ['a name that is none', ['gat'], Object.keys(COMMANDS)],
  ['a name of every object', ['constructor'], Object.keys(COMMANDS)],
  ['what a shell asks first', [COMPLETE, 'bash', '--', 'gate'], Object.keys(COMMANDS)],
  ['what a shell asks of help', [COMPLETE, 'bash', '--', 'help', 'ga'], Object.keys(COMMANDS)],
  ['what a shell asks of a command', [COMPLETE, 'zsh', '--', 'gate', '--l'], ['gate', COMPLETE]],
] as const)('%s loads only the commands that it needs', ([, args, names]) => {
  expect(neededCommands(args)).toEqual(names);
});
