import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { PROJECT } from '../../client/project.ts';
import { K6_VERSION } from '../../load/k6/make-k6.ts';
import { ownStages, argumentsOf } from '../testing/containerfile.ts';

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

test('the labels of the image are those of the package', () => {
  const manifest = JSON.parse(read('package.json')) as Readonly<Record<string, string>>;
  const [text = ''] = last ? argumentsOf(last, 'LABEL') : [];
  const labels = Object.fromEntries(
    [...text.matchAll(/org\.opencontainers\.image\.(\w+)="([^"]*)"/g)].map(
      ([, name = '', value]) => [name, value],
    ),
  );

  expect(labels).toEqual({
    title: 'Assay',
    description: manifest['description'],
    licenses: manifest['license'],
    version: manifest['version'],
  });
});

test('no secret and no build product from outside gets into an image', () => {
  const ignored = read('.containerignore').split('\n');

  expect(ignored).toEqual(
    expect.arrayContaining(['**/.env', '**/.env.*', '**/node_modules', '.git', 'dist']),
  );
  // Docker reads only its own name of the file.
  expect(read('.dockerignore')).toBe(read('.containerignore'));
});
