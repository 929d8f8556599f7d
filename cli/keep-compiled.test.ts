import { mkdtempSync, readdirSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { COMMANDS, COMPLETE, neededCommands } from './commands.ts';
import { spawnCli } from './testing/spawn-cli.ts';

const folder = (): string => mkdtempSync(join(tmpdir(), 'assay-compiled-'));

test('what Node compiled of the program is kept for the next start', async () => {
  const cache = folder();
  const { code } = await spawnCli(['k6', '--help'], { environment: { ASSAY_CACHE: cache } });

  expect(code).toBe(0);
  const kept = readdirSync(join(cache, 'compiled'), { recursive: true, withFileTypes: true });
  expect(kept.filter((entry) => entry.isFile()).length).toBeGreaterThan(5);
});

test('where nothing can be kept the command is the same, without a word about it', async () => {
  const file = join(folder(), 'a-file');
  writeFileSync(file, '');
  const { code, stderr } = await spawnCli(['k6', '--help'], { environment: { ASSAY_CACHE: file } });

  expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
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
] as const)('%s loads the commands that it needs', ([, args, names]) => {
  expect(neededCommands(args)).toEqual(names);
});
