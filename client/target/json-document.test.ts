import { expect, test } from 'vitest';
import { readJson } from './json-document.ts';
import { TextError } from './text-file.ts';

const firstProblem = (text: string): string => {
  try {
    readJson(text);
    return 'none';
  } catch (error) {
    if (!(error instanceof TextError)) throw error;
    return error.message.split('\n')[0] ?? '';
  }
};

test.each([
  ['a comma too many', '{\n  "a": 1,\n}', ':2:9 expected no comma before }'],
  ['one in a list', '{ "a": [1,\n] }', ':1:10 expected no comma before ]'],
  ['no comma', '{\n  "a": 1\n  "b": 2\n}', ':2:9 expected a comma'],
  ['a comment', '{\n  // why\n  "a": 1\n}', ':2:3 expected JSON, which has no comments'],
  ['single quotes', '{ "a": \'b\' }', ':1:8 expected double quotes'],
  ['no quotes', '{ a: 1 }', ':1:3 expected property name'],
  ['a text over two lines', '{ "a": "b\nc" }', ':1:10 expected a closing "'],
  ['nothing', '', ':1:1 expected the rest of the document'],
  ['half of it', '{ "a": [1', 'expected the rest of the document'],
  ['a word', '{\n "a": tru }', ':2:10 expected JSON'],
  ['a key twice', '{\n "a": 1,\n "a": 2 }', ':3:2 expected each key once'],
  ['depth', `${'['.repeat(9000)}${']'.repeat(9000)}`, 'a reasonable number'],
])('reports %s at its line and column', (_what, text, problem) => {
  expect(firstProblem(text)).toContain(problem);
});

test('never quotes the content of a text', () => {
  expect(firstProblem('{ "token": "canary\n }')).not.toContain('canary');
});

test('accepts tabs, and knows the position of every path', () => {
  const { value, positionOf } = readJson('{\n\t"a": {\n\t\t"b": [1, 2]\n\t}\n}');

  expect(value).toEqual({ a: { b: [1, 2] } });
  expect(positionOf(['a', 'b', 1])).toBe(':3:12');
});
