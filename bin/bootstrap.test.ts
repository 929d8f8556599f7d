import { existsSync, readFileSync, symlinkSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { installed, packageOf, project, run, runAs } from './testing/tiny-project.ts';

test('the first run installs the dependencies and reports it, the second prints nothing', async () => {
  const root = project();

  const first = await run(root, 'cli/main.ts', 'a', 'b');
  const second = await run(root, 'cli/main.ts', 'a', 'b');

  expect(first).toEqual({
    code: 0,
    stdout: `${root} a b\n`,
    stderr: 'assay: installing the dependencies (npm ci), once ...\n',
  });
  expect(existsSync(join(root, 'node_modules', 'near', 'package.json'))).toBe(true);
  expect(second).toEqual({ code: 0, stdout: `${root} a b\n`, stderr: '' });
});

/** Changes a version in the lock file after the installation. */
const outdate = (root: string): void => {
  const path = join(root, 'package-lock.json');
  const text = readFileSync(path, 'utf8');
  writeFileSync(
    path,
    text
      .replace('"near":{"version":"1.0.0"}', '"near":{"version":"1.0.1"}')
      .replace(
        '{"resolved":"near","link":true}',
        '{"version":"1.0.1","resolved":"near","link":true}',
      ),
  );
  const soon = Date.now() / 1000 + 3600;
  utimesSync(path, soon, soon);
};

test.each([{}, { script: 'check' }, { script: 'test', project: '/elsewhere' }])(
  'called as %j, it installs nothing and prints what to do',
  async (how) => {
    const root = project();
    const old = await installed();
    outdate(old);

    expect(await runAs(how, root, 'exit.ts', '0')).toEqual({
      code: 2,
      stdout: '',
      stderr: `assay: the packages in ${root} are not installed; run npm ci there, then repeat the command (npm start and npm test install them themselves).\n`,
    });
    expect((await runAs(how, old, 'exit.ts', '0')).stderr).toContain(
      'are others than package-lock.json names; run npm ci there',
    );
    expect(existsSync(join(root, 'node_modules'))).toBe(false);
  },
);

test('a newer lock file with unchanged content does not trigger an installation', async () => {
  const root = await installed();
  const soon = Date.now() / 1000 + 3600;
  utimesSync(join(root, 'package-lock.json'), soon, soon);

  expect(await runAs({}, root, 'exit.ts', '0')).toEqual({ code: 0, stdout: '', stderr: '' });
});

test('a lock file with another version triggers an installation', async () => {
  const root = await installed();
  outdate(root);

  expect((await run(root, 'exit.ts', '0')).stderr).toContain('installing the dependencies');
});

test('of two processes that start at once only one installs', async () => {
  const root = project();

  const both = await Promise.all([run(root, 'exit.ts', '0'), run(root, 'exit.ts', '0')]);

  expect(both.map((end) => end.code)).toEqual([0, 0]);
  expect(
    both
      .map((end) => end.stderr)
      .join('')
      .match(/installing/g),
  ).toHaveLength(1);
});

test('a failed installation prints the log and what to do, and exits with 2', async () => {
  const root = project();
  writeFileSync(join(root, 'package.json'), JSON.stringify(packageOf({ far: 'file:far' })));

  const end = await run(root, 'exit.ts', '0');

  expect(end.code).toBe(2);
  expect(end.stderr).toMatch(/Missing: far/);
  expect(end.stderr).toContain('npm ci failed with exit code 1');
  expect(end.stderr).toContain(`run npm ci in ${root} yourself`);
});

test('node_modules that links to another checkout is left alone', async () => {
  const other = await installed();
  const root = project();
  symlinkSync(join(other, 'node_modules'), join(root, 'node_modules'));
  outdate(root);

  const end = await run(root, 'exit.ts', '0');

  expect(end.code).toBe(2);
  expect(end.stderr).toContain('the folder is a link');
  expect(existsSync(join(other, 'node_modules', 'near', 'package.json'))).toBe(true);
});
