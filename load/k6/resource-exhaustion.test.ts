import { expect, test } from 'vitest';
import { UsageError } from '../../client/usage-error.ts';
import {
  missingResource,
  machineProblems,
  openFilesLimit,
  startError,
} from './resource-exhaustion.ts';

test('reports a limit of open files with the number that the profile needs', () => {
  expect(machineProblems(100, 64)).toEqual([
    'too many open files (ulimit -n is 64, this profile needs about 164); raise it, such as with ulimit -n 4096, or use a smaller profile',
  ]);
  expect(machineProblems(100, 164)).toEqual([]);
  expect(openFilesLimit() ?? 17).toBeGreaterThan(16);
});

test.each([
  ['EMFILE', 'spawn', /too many open files \(ulimit -n is \d+\)/],
  ['EAGAIN', 'spawn', /too many processes/],
  ['EACCES', 'mkdtemp', /permission is denied; set TMPDIR/],
])('explains a failed start with %s of %s', (code, syscall, words) => {
  const error = startError(Object.assign(new Error(`${syscall} ${code}`), { code, syscall }));

  expect(error).toBeInstanceOf(UsageError);
  expect(String(error)).toMatch(words);
});

test('leaves other errors unchanged', () => {
  const error = new TypeError('x is not a function');

  expect(startError(error)).toBe(error);
});

test.each([
  ['Post "http://a/": dial tcp 127.0.0.1:1: socket: too many open files', /ulimit -n/],
  ['dial tcp 127.0.0.1:1: connect: cannot assign requested address', /local port/],
  ['fatal error: runtime: cannot allocate memory', /out of memory/],
  ['dial tcp 127.0.0.1:1: connect: connection refused', /^nothing$/],
])('%s', (text, words) => {
  expect(missingResource(text) ?? 'nothing').toMatch(words);
});
