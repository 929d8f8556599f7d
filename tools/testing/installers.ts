import { mkdirSync, writeFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import type { CliResult } from '../../cli/testing/spawn-cli.ts';
import { type InstalledPackage, runInFolder } from './installed-package.ts';

/** A package manager, and how it installs an archive in an empty folder and starts the program there. */
export interface Installer {
  readonly name: string;
  /** npm package of the manager, with its version; npm itself needs none. */
  readonly manager?: string;
  /** Its settings: files of the project. */
  readonly settings?: Readonly<Record<string, string>> | undefined;
  /** Command that adds an archive, whose path follows. */
  readonly add: readonly [string, ...string[]];
  /** Command that starts the program, whose arguments follow. */
  readonly start?: readonly [string, ...string[]];
}

const PNPM = 'pnpm@12.21.0';
const YARN = '@yarnpkg/cli-dist@4.18.1';
/** Without a lock file, Yarn looks for a project above the folder. */
const yarnSettings = (linker: string): Installer['settings'] => ({
  'yarn.lock': '',
  '.yarnrc.yml': `nodeLinker: ${linker}\nenableTelemetry: false\nenableGlobalCache: true\n`,
});
const NPM = ['--prefer-offline', '--no-audit', '--no-fund', '--loglevel=error'];

/** Package managers other than npm with its defaults, with which every other test of the package installs. */
export const INSTALLERS: readonly Installer[] = [
  { name: 'npm without peers', add: ['npm', 'install', '--legacy-peer-deps', ...NPM] },
  { name: 'pnpm', manager: PNPM, add: ['pnpm', 'add', '--prefer-offline'] },
  {
    name: 'pnpm without peers',
    manager: PNPM,
    settings: { 'pnpm-workspace.yaml': 'autoInstallPeers: false\n' },
    add: ['pnpm', 'add', '--prefer-offline'],
  },
  {
    name: 'Yarn with node_modules',
    manager: YARN,
    settings: yarnSettings('node-modules'),
    add: ['yarn', 'add'],
  },
  {
    name: "Yarn Plug'n'Play",
    manager: YARN,
    settings: yarnSettings('pnp'),
    add: ['yarn', 'add'],
    start: ['yarn', 'assay'],
  },
  { name: 'Bun', manager: 'bun@1.4.5', add: ['bun', 'add'] },
];

/** An empty project in which a manager has installed the package. */
export interface InstalledBy {
  readonly install: CliResult;
  readonly assay: (...args: readonly string[]) => Promise<CliResult>;
}

/** Installs the manager beside the package's archive, and with it the archive in an empty project. */
export const installWith = async (
  { name, manager, settings = {}, add, start }: Installer,
  { root, packed, env }: InstalledPackage,
): Promise<InstalledBy> => {
  const [managers, folder] = [join(root, 'managers', name), join(root, name)];
  for (const each of [managers, folder]) {
    mkdirSync(each, { recursive: true });
    writeFileSync(join(each, 'package.json'), '{ "name": "tender", "private": true }\n');
  }
  for (const [file, text] of Object.entries(settings)) writeFileSync(join(folder, file), text);
  if (manager !== undefined) {
    const { code, stderr } = await runInFolder(managers, env)('npm', 'install', ...NPM, manager);
    if (code !== 0) throw new Error(`npm cannot install ${manager}:\n${stderr}`);
  }
  const path = [join(managers, 'node_modules', '.bin'), env['PATH'] ?? ''].join(delimiter);
  const run = runInFolder(folder, { ...env, PATH: path });
  const install = await run(...add, join(root, packed.filename));
  const [program, ...first] = start ?? [join(folder, 'node_modules', '.bin', 'assay')];
  return { install, assay: (...args) => run(program, ...first, ...args) };
};
