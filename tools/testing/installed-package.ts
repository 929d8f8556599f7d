import { type SpawnOptions, spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, realpathSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { PROJECT } from '../../client/project.ts';
import type { CliResult } from '../../cli/testing/spawn-cli.ts';

/** npm's description of a packed archive. */
export interface Packed {
  readonly filename: string;
  /** Size of the archive in bytes. */
  readonly size: number;
  readonly files: readonly { readonly path: string }[];
}

/** An empty project in which the package is installed. */
export interface InstalledPackage {
  readonly packed: Packed;
  /**
   * Folder of the project; its name contains a space, non-ASCII letters, and special characters of URLs and patterns.
   */
  readonly folder: string;
  /** Parent folder, to be removed at the end. */
  readonly root: string;
  /** Runs a program there, with this Node first on the path and an otherwise empty environment. */
  readonly run: (program: string, ...args: readonly string[]) => Promise<CliResult>;
  /** The environment of these programs. */
  readonly env: NodeJS.ProcessEnv;
  /** Every file of the installed package. */
  readonly list: () => readonly string[];
}

/** Variables with which npm finds the registry and its own files; none of Assay's. */
const OF_NPM =
  /^(HOME|USERPROFILE|APPDATA|SystemRoot|NODE_EXTRA_CA_CERTS|https?_proxy|no_proxy|npm_config_(registry|cache|cafile))$/i;

/** npm's errors if the registry is unreachable. */
const NO_NETWORK = /\b(ENOTFOUND|EAI_AGAIN|ECONNREFUSED|ECONNRESET|ETIMEDOUT|ENETUNREACH)\b/;

const spawned = (
  program: string,
  args: readonly string[],
  options: SpawnOptions,
): Promise<CliResult> =>
  new Promise((resolve, reject) => {
    const child = spawn(program, args, {
      ...options,
      stdio: ['ignore', 'pipe', 'pipe'],
      shell: process.platform === 'win32' && !program.includes('\\'),
    });
    let [stdout, stderr] = ['', ''];
    child.stdout?.on('data', (chunk: Buffer) => (stdout += chunk.toString()));
    child.stderr?.on('data', (chunk: Buffer) => (stderr += chunk.toString()));
    child.on('error', reject);
    child.on('close', (code) => resolve({ code, stdout, stderr }));
  });

const orThrow = (what: string, { code, stdout, stderr }: CliResult): string => {
  if (code !== 0) throw new Error(`${what} ended with ${code}:\n${stdout}${stderr}`);
  return stdout;
};

/** Runs programs in a folder. */
export const runInFolder =
  (folder: string, env: NodeJS.ProcessEnv): InstalledPackage['run'] =>
  (program, ...args) =>
    spawned(program, args, { cwd: folder, env });

/** Packs the project and installs the package in an empty one; returns the reason if the registry is unreachable. */
export const installPackage = async (): Promise<InstalledPackage | string> => {
  const root = realpathSync(mkdtempSync(join(tmpdir(), 'assay-package-')));
  const folder = join(root, 'Prüfstand C#, 100 % [fertig]?');
  mkdirSync(folder);
  const env = {
    ...Object.fromEntries(Object.entries(process.env).filter(([name]) => OF_NPM.test(name))),
    PATH: [dirname(process.execPath), process.env['PATH'] ?? ''].join(delimiter),
  };
  const run = runInFolder(folder, env);
  const pack = ['pack', '--json', '--loglevel=error', '--pack-destination', root];
  const stdout = orThrow('npm pack', await spawned('npm', pack, { cwd: PROJECT, env }));
  const [packed] = JSON.parse(stdout) as readonly Packed[];
  if (packed === undefined) throw new Error(`npm pack printed no package: ${stdout}`);
  // npm init uses the folder's name, and accepts only ASCII letters.
  writeFileSync(join(folder, 'package.json'), JSON.stringify({ name: 'tender', private: true }));
  const flags = ['--prefer-offline', '--no-audit', '--no-fund', '--loglevel=error'];
  const install = await run('npm', 'install', ...flags, join(root, packed.filename));
  if (install.code !== 0 && NO_NETWORK.test(install.stderr))
    return `the registry cannot be reached: ${install.stderr.trim().split('\n')[0]}`;
  orThrow('npm install', install);
  const list = (): readonly string[] =>
    readdirSync(join(folder, 'node_modules', 'assay'), {
      recursive: true,
      encoding: 'utf8',
    }).toSorted();
  return { packed, folder, root, run, env, list };
};
