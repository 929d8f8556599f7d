import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { programFiles, PROJECT } from './project.ts';
import { isInside, pathBelow, shortestPath, shownPath, withSlashes } from './paths.ts';

const here = (...names: readonly string[]): string => join(process.cwd(), ...names);

test('a path below a folder is relative, and one outside has none', () => {
  expect(pathBelow('/a/b', '/a/b/c/d.yaml')).toBe('c/d.yaml');
  expect(pathBelow('/a/b', '/a/b')).toBe('');
  expect(pathBelow('/', '/a')).toBe('a');
  for (const outside of ['/a', '/a/bc', '/', '/a/c/b'])
    expect(pathBelow('/a/b', outside)).toBeUndefined();
});

test('a name that begins with two dots is inside', () => {
  expect(isInside('/a', '/a/..b')).toBe(true);
  expect(isInside('/a', '/a/...')).toBe(true);
  expect(isInside('/a', '/a/../b')).toBe(false);
});

test('a backslash is a part of a name here', () => {
  expect(withSlashes(String.raw`/a/b\c`)).toBe(String.raw`/a/b\c`);
});

test('a path for people begins at the current folder if it is inside', () => {
  expect(shownPath(here('a', 'b.yaml'))).toBe('a/b.yaml');
  expect(shownPath(here('..b.yaml'))).toBe('..b.yaml');
  expect(shownPath('/elsewhere/b.yaml')).toBe('/elsewhere/b.yaml');
});

test('a path on a command line is no option', () => {
  expect(shownPath(here('--help'))).toBe('./--help');
  expect(shortestPath(here('-run'))).toBe('./-run');
});

test('the shortest path has a slash and may lead upwards', () => {
  expect(shortestPath(here('out', 'run'))).toBe('out/run');
  expect(shortestPath(here('..', 'run'))).toBe('../run');
  expect(shortestPath(here('run'))).toBe(here('run'));
  expect(shortestPath('/run')).toBe('/run');
});

test('no other file turns backslashes into slashes', () => {
  const folders = [
    'cli',
    'client',
    'doctor',
    'exam',
    'load',
    'reports',
    'runner',
    'store',
    'tools',
  ];
  const others = folders
    .flatMap((folder) => programFiles(folder))
    .filter((path) => path !== 'client/paths.ts')
    .filter((path) => readFileSync(join(PROJECT, path), 'utf8').includes(`('\\\\', '/')`));

  expect(others).toEqual([]);
});
