import { spawn, spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { PROJECT } from '../../client/project.ts';
import { readEnvironment } from '../../client/target.ts';
import { K6_VERSION } from '../../load/k6/make-k6.ts';
import { ownStages, argumentsOf } from '../testing/containerfile.ts';
import type { CliResult } from '../../cli/testing/spawn-cli.ts';

const read = (path: string): string => readFileSync(join(PROJECT, path), 'utf8');
const stages = ownStages();
const last = stages.at(-1);

test('every image is pinned by version', () => {
  const images = stages.map(({ image }) => image);

  expect(images).not.toEqual([]);
  expect(images.filter((image) => !/^docker\.io\/library\/\w+:\d+\.\d+\.\d+/.test(image))).toEqual(
    [],
  );
});

test('its Node is that of a checkout', () => {
  const { optionalDependencies } = JSON.parse(read('bin/platform-node/package.json')) as {
    readonly optionalDependencies: Readonly<Record<string, string>>;
  };
  const versions = ['x64', 'arm64'].map((cpu) => optionalDependencies[`node-linux-${cpu}`]);
  const images = stages.map(({ image }) => image).filter((image) => image.includes('/node:'));

  expect(new Set(images)).toEqual(
    new Set(versions.map((version) => `docker.io/library/node:${version}-slim`)),
  );
});

test('its k6 is built from load/go.mod, which pins the version that load runs need, as Assay builds it', () => {
  const k6 = stages.find(({ name }) => name === 'k6');
  const [run = ''] = k6 ? argumentsOf(k6, 'RUN') : [];
  const flags = [...read('load/k6/make-k6.ts').matchAll(/'(-(?:mod|trim|ld)[^']+)'/g)];
  const { 1: wanted = '' } = /^go (\d+\.\d+)/m.exec(read('load/go.mod')) ?? [];
  const { 1: go = '' } = /:(\d+\.\d+)/.exec(k6?.image ?? '') ?? [];

  expect(read('load/go.mod')).toContain(`\tgo.k6.io/k6/v2 v${K6_VERSION} `);
  expect(k6 && argumentsOf(k6, 'COPY')).toEqual(['load/go.mod load/go.sum ./']);
  expect(flags.map(({ 1: flag = '' }) => flag).filter((flag) => !run.includes(flag))).toEqual([]);
  expect(flags).toHaveLength(3);
  expect(run).toMatch(/ go\.k6\.io\/k6\/v2$/);
  expect(go.localeCompare(wanted, 'en', { numeric: true })).toBeGreaterThanOrEqual(0);
});

test('the container does not run as root, and writes only into /work and /tmp', () => {
  const texts = (name: string) => last && argumentsOf(last, name);

  expect(texts('USER')).toEqual(['node']);
  expect(texts('ENV')).toEqual(['HOME=/tmp TMPDIR=/tmp']);
  expect(texts('WORKDIR')).toEqual(['/work']);
  expect(texts('ENTRYPOINT')).toEqual(['["assay"]']);
});

test('no secret and no build product from outside gets into an image', () => {
  const ignored = read('.containerignore').split('\n');

  expect(ignored).toEqual(
    expect.arrayContaining(['**/.env', '**/.env.*', '**/node_modules', '.git', 'dist']),
  );
  // Docker reads only its own name of the file.
  expect(read('.dockerignore')).toBe(read('.containerignore'));
});

/** Timeout of a build in milliseconds. */
const LONGEST = 240_000;
/** Errors if no image or package can be downloaded. */
const NO_NETWORK =
  /no such host|i\/o timeout|connection (refused|reset)|TLS handshake|toomanyrequests|EAI_AGAIN|ENOTFOUND/i;

const program = ['podman', 'docker'].find(
  (name) => spawnSync(name, ['info'], { timeout: 10_000 }).status === 0,
);

const ran = (...args: readonly string[]): Promise<CliResult> =>
  new Promise((resolve, reject) => {
    const child = spawn(program ?? '', args, {
      cwd: PROJECT,
      stdio: ['ignore', 'pipe', 'pipe'],
      timeout: LONGEST,
    });
    let [stdout, stderr] = ['', ''];
    child.stdout.on('data', (chunk: Buffer) => (stdout += chunk.toString()));
    child.stderr.on('data', (chunk: Buffer) => (stderr += chunk.toString()));
    child.on('error', reject);
    child.on('close', (code) => resolve({ code, stdout, stderr }));
  });

test('the image judges a line with a read-only root', { timeout: 340_000 }, async ({ skip }) => {
  if (program === undefined) skip('neither podman nor docker works on this machine');
  if (!readEnvironment()['CI']) skip('an image is built in CI alone');
  const image = 'assay-containerfile-test';
  const built = await ran('build', '--tag', image, '--file', 'Containerfile', '.');
  if (built.code === null) skip(`the image was not built within ${LONGEST / 1000} s`);
  if (NO_NETWORK.test(built.stderr)) skip('no registry of images can be reached');
  expect(built).toMatchObject({ code: 0 });

  const how = ['--rm', '--read-only', '--tmpfs', '/tmp', '--tmpfs', '/work:mode=1777', image];
  const gate = await ran('run', ...how, 'gate', '--line', 'gap', '--runs', '1');
  const k6 = await ran('run', ...how, 'k6');
  await ran('rmi', '--force', image);

  expect(gate).toMatchObject({ code: 0, stderr: '' });
  expect(k6.stdout).toContain(`k6 ${K6_VERSION}  /usr/local/bin/k6\nfound on PATH`);
});
