import { spawnSync } from 'node:child_process';
import { chmodSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { PROJECT } from '../../client/project.ts';
import { spawnCli } from '../testing/spawn-cli.ts';

const script = (shell: string): string => join(PROJECT, 'cli', 'completion', `assay.${shell}`);
/** Hostile words: a shell that evaluated one of them would create a file. */
const HOSTILE = [
  '$(touch pwned)',
  '`touch pwned`',
  "a'; touch pwned; '",
  '"; touch pwned; "',
  'a b',
];

const ASSAY = `exec '${process.execPath}' '${join(PROJECT, 'cli', 'main.ts')}' "$@"`;
/** A program that starts in no time and completes with files. */
const QUICK = `printf ':files\\n'`;

/** A folder with a file and a program `assay` on the path, in which a shell runs a script. */
const inFolder = (text = ASSAY) => {
  const folder = mkdtempSync(join(tmpdir(), 'assay-completion-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const program = join(folder, 'assay');
  writeFileSync(program, `#!/bin/sh\n${text}\n`);
  chmodSync(program, 0o755);
  writeFileSync(join(folder, 'staging one.yaml'), '');
  const run = (shell: string, args: readonly string[]) => {
    const env = {
      PATH: [folder, process.env['PATH'] ?? ''].join(delimiter),
      HOME: folder,
      LD_LIBRARY_PATH: process.env['LD_LIBRARY_PATH'] ?? '',
    };
    const { stdout, stderr } = spawnSync(shell, args, { cwd: folder, env, encoding: 'utf8' });
    expect(stderr).toBe('');
    return stdout.split('\n').slice(0, -1);
  };
  const files = () => readdirSync(folder).filter((name) => !name.startsWith('.'));
  return { run, files };
};

const isThere = (shell: string): boolean => spawnSync(shell, ['--version']).status === 0;

const BASH = `source "$1"; shift
complete -p assay > /dev/null || exit 9
COMP_WORDS=(assay "$@"); COMP_CWORD=$#
_assay
[ \${#COMPREPLY[@]} -eq 0 ] || printf '%s\\n' "\${COMPREPLY[@]}"`;

const bash = (run: ReturnType<typeof inFolder>['run'], ...words: readonly string[]) =>
  run('bash', ['--noprofile', '--norc', '-c', BASH, 'bash', script('bash'), ...words]);

test('bash completes options, values after = and files', () => {
  const { run } = inFolder();

  expect(bash(run, 'gate', '--fail')).toEqual(['--fail-fast']);
  expect(bash(run, 'gate', '--line', '=', 'gap,tr')).toEqual(['gap,travel']);
  expect(bash(run, 'gate', '--target', 'sta')).toEqual(['staging one.yaml']);
});

test('bash does not execute the words that it completes', () => {
  const { run, files } = inFolder(QUICK);

  for (const word of HOSTILE) bash(run, 'gate', word, '--target', word);

  expect(bash(inFolder().run, ...HOSTILE)).toEqual([]);
  expect(files()).toEqual(['assay', 'staging one.yaml']);
});

// The builtins of zsh work only within its line editor, so stubs print their arguments.
const ZSH = `compdef() { : }
compset() { PREFIX=\${PREFIX#*=} }
compadd() { print -rl -- "\${values[@]}"; print -rl -- "\${shown[@]}" }
_files() { print -r -- "files $PREFIX $*" }
source "$1"; shift
words=(assay "$@"); CURRENT=$#words; PREFIX="\${words[-1]}"
_assay`;

const zsh = (run: ReturnType<typeof inFolder>['run'], ...words: readonly string[]) =>
  run('zsh', ['-f', '-c', ZSH, 'zsh', script('zsh'), ...words]);

test('zsh completes options with descriptions, and files, and executes none of the words', ({
  skip,
}) => {
  if (!isThere('zsh')) skip('no zsh on this machine');
  const { run } = inFolder();
  const hostile = inFolder(QUICK);

  expect(zsh(run, 'gate', '--quie')).toEqual([
    '--quiet',
    '--quiet  -- print one line per fail and per cause of cells that were not judged, and the last line',
  ]);
  expect(zsh(run, 'gate', '--target=sta')).toEqual(['files sta ']);
  expect(zsh(run, 'gate', '--out', '')).toEqual(['files  -/']);
  for (const word of HOSTILE) zsh(hostile.run, 'gate', word, word);
  expect(hostile.files()).toEqual(['assay', 'staging one.yaml']);
});

const fish = (run: ReturnType<typeof inFolder>['run'], line: string) =>
  run('fish', ['--no-config', '-c', 'source $argv[1]; complete -C $argv[2]', script('fish'), line]);

test('fish completes options with descriptions, and files, and executes none of the words', ({
  skip,
}) => {
  if (!isThere('fish')) skip('no fish on this machine');
  const { run } = inFolder();
  const hostile = inFolder(QUICK);

  expect(fish(run, 'assay gate --quie')).toEqual([
    '--quiet\tprint one line per fail and per cause of cells that were not judged, and the last line',
  ]);
  expect(fish(run, 'assay gate --line tr')).toEqual(['travel\tTravel']);
  expect(fish(run, 'assay gate --target sta').join()).toContain('staging one.yaml');
  expect(fish(run, 'assay gate --target=sta').join()).toContain('--target=staging one.yaml');
  for (const word of HOSTILE) fish(hostile.run, `assay gate ${word} ${word}`);
  expect(hostile.files()).toEqual(['assay', 'staging one.yaml']);
});

test('refuses an unknown shell with the list of known ones', async () => {
  expect(await spawnCli(['completion', 'tcsh'])).toEqual({
    code: 2,
    stdout: '',
    stderr: 'assay: there is no completion for "tcsh"; shells are bash, zsh, fish\n',
  });
});
