import { writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { expect, test } from 'vitest';
import { bestEffort } from './output-error.ts';

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
