import { spawnSync } from 'node:child_process';
import {
  copyFileSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { PROJECT } from '../../../client/project.ts';
import { UsageError } from '../../../client/usage-error.ts';
import { ownStages } from '../../testing/containerfile.ts';
import type { ContainerProgram } from './container-program.ts';

/** An image that the Containerfile names, and the local one that is used for it. */
export interface BaseImage {
  readonly named: string;
  readonly used: string;
}

/** Authorities of this machine, through which it may reach its registries. */
const AUTHORITIES = '/etc/ssl/certs/ca-certificates.crt';
const DEBIAN = 'localhost/assay-base/debian:made';
const USER =
  'chroot "$1" groupadd --gid 1000 node && chroot "$1" useradd --uid 1000 --gid node --create-home node';

const HOW =
  'pull it where a registry can be reached and bring it with `podman save` and `podman load`, or install what makes it here: apt-get install mmdebstrap';

const output = (name: string, ...args: readonly string[]): string => {
  const { status, stdout, stderr, error } = spawnSync(name, args, { encoding: 'utf8' });
  if (status !== 0) throw new UsageError(`${name} failed: ${error?.message ?? stderr}`);
  return stdout.trim();
};

/** Node of the checkout, with the npm that runs here. */
const addNode = (root: string, local: string): void => {
  const node = `node-${process.platform}-${process.arch}`;
  const modules = join(local, 'lib', 'node_modules');
  for (const part of ['bin', 'include', 'share'])
    cpSync(join(PROJECT, 'node_modules', node, part), join(local, part), { recursive: true });
  cpSync(join(output('npm', 'root', '--global'), 'npm'), join(modules, 'npm'), {
    recursive: true,
    verbatimSymlinks: true,
  });
  symlinkSync('../lib/node_modules/npm/bin/npm-cli.js', join(local, 'bin', 'npm'));
  symlinkSync('../lib/node_modules/npm/bin/npx-cli.js', join(local, 'bin', 'npx'));
  mkdirSync(join(local, 'etc'));
  if (existsSync(join(root, AUTHORITIES)))
    writeFileSync(join(local, 'etc', 'npmrc'), `cafile=${AUTHORITIES}\n`);
};

const addGo = (local: string): void =>
  cpSync(output('go', 'env', 'GOROOT'), join(local, 'go'), {
    recursive: true,
    verbatimSymlinks: true,
  });

/** Debian without any program of ours; a minute, for both images. */
const makeDebian = async ({ run }: ContainerProgram): Promise<void> => {
  if ((await run(['image', 'inspect', DEBIAN])).code === 0) return;
  const folder = mkdtempSync(join(tmpdir(), 'assay-debian-'));
  try {
    const archive = join(folder, 'debian.tar');
    const how = ['--variant=minbase', '--quiet', `--customize-hook=${USER}`];
    output('mmdebstrap', ...how, 'bookworm', archive);
    const { code, stderr } = await run(['import', archive, DEBIAN]);
    if (code !== 0) throw new Error(`the archive of Debian was not imported: ${stderr}`);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
};

/** Makes an image like the named one. Its name is another, so that no later build mistakes it for the real one. */
const makeBase = async (program: ContainerProgram, named: string, used: string): Promise<void> => {
  await makeDebian(program);
  const root = mkdtempSync(join(tmpdir(), 'assay-base-'));
  try {
    const local = join(root, 'usr', 'local');
    mkdirSync(local, { recursive: true });
    // npm and Go may reach their registries only through an authority of this machine. The last stage installs its own ca-certificates over this file.
    if (existsSync(AUTHORITIES)) {
      mkdirSync(dirname(join(root, AUTHORITIES)), { recursive: true });
      copyFileSync(AUTHORITIES, join(root, AUTHORITIES));
    }
    if (named.includes('/node:')) addNode(root, local);
    else addGo(local);
    const path = '/usr/local/go/bin:/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin';
    writeFileSync(join(root, 'Containerfile'), `FROM ${DEBIAN}\nENV PATH=${path}\nCOPY . /\n`);
    writeFileSync(join(root, '.dockerignore'), 'Containerfile\n.dockerignore\n');
    const from = ['--tag', used, '--file', join(root, 'Containerfile'), root];
    const { code, stderr } = await program.run(['build', ...from]);
    if (code !== 0) throw new Error(`${used} was not built:\n${stderr}`);
  } finally {
    rmSync(root, { recursive: true, force: true });
  }
};

const baseImage = async (program: ContainerProgram, named: string, log: (line: string) => void) => {
  const has = async (image: string): Promise<boolean> =>
    (await program.run(['image', 'inspect', image])).code === 0;
  if (await has(named)) return { named, used: named };
  const pull = await program.run(['pull', named], { limit: 300_000 });
  if (pull.code === 0) return { named, used: named };
  const used = named.replace('docker.io/library/', 'localhost/assay-base/');
  if (await has(used)) {
    log(`${named} cannot be pulled; ${used}, made here earlier, stands in for it`);
    return { named, used };
  }
  const reason = pull.stderr.trim().split(': ').at(-1);
  if (spawnSync('mmdebstrap', ['--version']).status !== 0)
    throw new UsageError(`${named} cannot be pulled (${reason}); ${HOW}`);
  log(`${named} cannot be pulled (${reason}); making ${used} from packages of Debian …`);
  await makeBase(program, named, used);
  return { named, used };
};

/**
 * The base images of the Containerfile: present, pulled, or else made from packages of Debian, with this machine's own Node,
 * npm and Go. Throws UsageError if they can neither be pulled nor made.
 */
export const baseImages = async (
  program: ContainerProgram,
  log: (line: string) => void,
): Promise<readonly BaseImage[]> => {
  const images: BaseImage[] = [];
  for (const named of new Set(ownStages().map(({ image }) => image)))
    images.push(await baseImage(program, named, log));
  return images;
};

/** Flags of `build` that take the made images for the named ones. */
export const standIns = (program: ContainerProgram, images: readonly BaseImage[]) =>
  images
    .filter(({ named, used }) => named !== used)
    .flatMap(({ named, used }) => [
      '--build-context',
      `${named}=${program.name === 'podman' ? 'container-image' : 'docker-image'}://${used}`,
    ]);
