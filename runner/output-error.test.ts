import { writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { expect, test } from 'vitest';
import { bestEffort, outputErrorText } from './output-error.ts';

const tried = (write: () => string) => {
  const reported: string[] = [];
  return {
    reported,
    result: bestEffort((sentence) => reported.push(sentence), 'the page cannot be written', write),
  };
};

test('returns the result without a message', () => {
  expect(tried(() => '/report.html')).toEqual({ reported: [], result: '/report.html' });
});

test('reports a file error as such, and any other with its message', () => {
  const folder = tried(() => {
    writeFileSync(tmpdir(), '');
    return '';
  });
  const bug = tried(() => {
    throw new RangeError('too deep');
  });

  expect(folder).toEqual({
    reported: [expect.stringContaining(`${tmpdir()} cannot be written: it is a folder (EISDIR)`)],
    result: undefined,
  });
  expect(bug).toEqual({
    reported: ['the page cannot be written: RangeError: too deep'],
    result: undefined,
  });
});

const failed = (code: string, path?: string) =>
  Object.assign(new Error(code), {
    code,
    syscall: 'write',
    ...(path === undefined ? {} : { path }),
  });

test.each<readonly [string, readonly string[], string, string]>([
  [
    'ENOSPC',
    ['--junit', '/x/j.xml'],
    '/x/j.xml',
    'Free some space there, or name another place with --junit, ',
  ],
  ['EROFS', ['--code-quality=/x/q.json'], '/x/q.json', 'Name another place with --code-quality, '],
  [
    'EDQUOT',
    ['--out', '/x', '--line', 'gap'],
    '/x/run/page.html',
    'space there, or name another place with --out, ',
  ],
  [
    'EMFILE',
    [],
    '/x/run/page.html',
    'Raise the limit (ulimit -n), or name another place with --out, ',
  ],
])('%s with %o advises what helps', (code, args, path, advice) => {
  expect(outputErrorText(failed(code, path), { args })).toContain(advice);
  expect(outputErrorText(failed(code, path), { args })).toContain(`${path} cannot be written`);
});
