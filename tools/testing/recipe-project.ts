import { spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { homedir, tmpdir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { onTestFinished } from 'vitest';
import { parse, stringify } from 'yaml';
import { PROJECT } from '../../client/project.ts';
import { warmProgram } from './warm-program.ts';
import { SHORT_PROFILE } from '../../load/testing/short-profile.ts';
import { startReference } from '../../reference/start.ts';

// A repository that uses a recipe of docs/ci, with a service to judge. Used by tests only.

/** Folder of the recipes. */
export const RECIPES = join(PROJECT, 'docs', 'ci');

/** A command of a recipe, as its server runs it. */
export interface RecipeCommand {
  readonly run: string;
  readonly env: Readonly<Record<string, string>>;
}

interface Workflow {
  readonly on: string | { readonly workflow_dispatch?: { readonly inputs: Inputs } };
  readonly jobs: Readonly<Record<string, { readonly steps: readonly Partial<RecipeCommand>[] }>>;
}
type Inputs = Readonly<Record<string, { readonly default: string }>>;

/** Text of a recipe. */
export const readRecipe = (name: string): string => readFileSync(join(RECIPES, name), 'utf8');

/** Commands of a recipe for GitHub; expressions are replaced by the defaults of its inputs, secrets are left out. */
export const githubCommands = (name: string): readonly RecipeCommand[] => {
  const { on, jobs } = parse(readRecipe(name)) as Workflow;
  const inputs = typeof on === 'string' ? {} : (on.workflow_dispatch?.inputs ?? {});
  const filled = (value: string): string =>
    value.replaceAll(/\$\{\{ inputs\.(\w+) \}\}/g, (_, key: string) => inputs[key]?.default ?? '');
  return Object.values(jobs)
    .flatMap(({ steps }) => steps)
    .flatMap(({ run, env = {} }) => {
      const given = Object.entries(env).filter(([, value]) => !value.includes('secrets.'));
      const own = Object.fromEntries(given.map(([key, value]) => [key, filled(value)]));
      return run === undefined ? [] : [{ run, env: own }];
    });
};

/**
 * Replaces the installed Assay, and keeps runs in the package's default folder. Shrinks the runs; the commands are
 * the recipe's own.
 */
const shim = (profile: string, end: string): string => `#!/bin/sh
case $* in
  nightly*) set -- "$@" --profile '${profile}' --line gap --requirement GAP-CONTRACT-03 ;;
  *--fault*) ;;
  gate* | certify*) set -- "$@" --runs 1 --requirement GAP-CONTRACT-03 --operation 'gap.*' ;;
esac
case $* in
  *--out* | exam* | *--kubernetes*) ;;
  *) set -- "$@" --out "$PWD/reports/out" ;;
esac
${end}
`;

/** Creates a repository with a lock file, `staging.yaml` of a local service, and Assay, which `warmProgram` runs. */
export const recipeProject = async (faults: readonly string[] = []) => {
  const folder = mkdtempSync(join(tmpdir(), 'assay-recipe-'));
  const running = await startReference({ faults });
  onTestFinished(async () => {
    await running.close();
    rmSync(folder, { recursive: true, force: true });
  });
  const write = (name: string, text: string, mode = 0o644): void => {
    mkdirSync(dirname(join(folder, name)), { recursive: true });
    writeFileSync(join(folder, name), text, { mode });
  };
  write('package.json', '{ "name": "quoting", "version": "1.0.0" }');
  write(
    'package-lock.json',
    '{ "name": "quoting", "version": "1.0.0", "lockfileVersion": 3, "requires": true, "packages": {} }',
  );
  write('staging.yaml', stringify(running.target));
  write('short.yaml', stringify(SHORT_PROFILE));
  const bin = join(folder, 'installed');
  write('installed/assay', shim(join(folder, 'short.yaml'), await warmProgram()), 0o755);
  // npx prefers a program of the project to the registry; npm ci removes it.
  write('installed/npx', `#!/bin/sh\nprogram=$1\nshift\nexec "${bin}/$program" "$@"\n`, 0o755);
  const run = async ({ run: command, env }: RecipeCommand) => {
    const path = [bin, dirname(process.execPath), process.env['PATH'] ?? ''].join(delimiter);
    const child = spawn('bash', ['--noprofile', '--norc', '-eo', 'pipefail', '-c', command], {
      cwd: folder,
      env: { PATH: path, HOME: homedir(), ...running.environment, ...env },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    let output = '';
    for (const stream of [child.stdout, child.stderr])
      stream.on('data', (chunk: Buffer) => (output += chunk.toString()));
    const code = await new Promise<number | null>((resolve) => child.on('close', resolve));
    return { code, output };
  };
  const { base_url: base, gap_base_url: gap } = running;
  return { folder, run, addresses: [base, gap] as const };
};
