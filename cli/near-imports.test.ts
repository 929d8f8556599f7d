import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { beforeEach, expect, onTestFinished, test } from 'vitest';
import { PROJECT } from '../client/project.ts';

const MODULE = pathToFileURL(join(PROJECT, 'cli', 'near-imports.ts')).href;

let folder = '';

beforeEach(() => {
  folder = realpathSync(mkdtempSync(join(tmpdir(), 'assay-near-')));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  mkdirSync(join(folder, 'home'));
  mkdirSync(join(folder, 'elsewhere'));
  writeFileSync(join(folder, 'package.json'), '{ "type": "module" }');
});

/** Loads a file with near imports of `home` taken; what it printed. */
const load = (file: string) => {
  const text = `import { takeNearImports } from '${MODULE}'; takeNearImports([${JSON.stringify(join(folder, 'home'))}]); await import('${pathToFileURL(join(folder, file)).href}');`;
  const args = ['--input-type=module', '--eval', text];
  const { status, stdout, stderr } = spawnSync(process.execPath, args, { encoding: 'utf8' });
  return { status, stdout, stderr };
};

const write = (file: string, text: string): void => writeFileSync(join(folder, file), text);

/** A module that prints where it lies, a link to it, and a module that imports the link. */
const linkIn = (place: string): void => {
  write('real.js', 'console.log(import.meta.url);');
  symlinkSync(join(folder, 'real.js'), join(folder, place, 'link.js'));
  write(`${place}/main.js`, `import './link.js';`);
};

test('a file of the program is where its name says, without a look at the disk', () => {
  linkIn('home');

  const { href } = pathToFileURL(join(folder, 'home', 'link.js'));
  expect(load('home/main.js')).toEqual({ status: 0, stdout: `${href}\n`, stderr: '' });
});

test('what lies elsewhere is found as Node finds it', () => {
  linkIn('elsewhere');

  const { href } = pathToFileURL(join(folder, 'real.js'));
  expect(load('elsewhere/main.js')).toEqual({ status: 0, stdout: `${href}\n`, stderr: '' });
});

test('TypeScript, JSON, packages of Node and what CommonJS requires are loaded as ever', () => {
  write('home/types.ts', 'export const one: number = 1;');
  write('home/two.json', '2');
  write('home/older.cjs', 'exports.three = 3;');
  write('home/old.cjs', `exports.three = require('./older.cjs').three;`);
  write(
    'home/main.js',
    `import { sep } from 'node:path'; import { one } from './types.ts';
     import two from './two.json' with { type: 'json' }; import { three } from './old.cjs';
     console.log(typeof sep, one, two, three);`,
  );

  expect(load('home/main.js')).toEqual({ status: 0, stdout: 'string 1 2 3\n', stderr: '' });
});

test('a file that is missing is named', () => {
  write('home/main.js', `import './gone.js';`);

  const { status, stderr } = load('home/main.js');
  expect(status).toBe(1);
  expect(stderr).toContain(join(folder, 'home', 'gone.js'));
});

test('one file that is named in two ways is one module', () => {
  mkdirSync(join(folder, 'home', 'in'));
  write('home/in/one.js', `console.log('one');`);
  write('home/main.js', `import './in/one.js'; import './in//one.js'; import './in/../in/one.js';`);

  expect(load('home/main.js')).toEqual({ status: 0, stdout: 'one\n', stderr: '' });
});
