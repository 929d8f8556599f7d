import { expect, test } from 'vitest';
import { TextError } from './text-file.ts';
import { readYaml } from './yaml-document.ts';

const firstProblem = (text: string): string => {
  try {
    readYaml(text);
    return 'none';
  } catch (error) {
    if (!(error instanceof TextError)) throw error;
    const [{ at, wanted, got } = { at: '', wanted: '', got: '' }] = error.problems;
    return `${at} expected ${wanted}, got ${got}`;
  }
};

const OWNER = 'identities:\n  owner:\n    auth:\n      scheme: bearer\n';

test.each([
  ['one space too few', `${OWNER}     token: x\n`, ':5:6 expected 4 spaces or 6 spaces'],
  ['one too many', `${OWNER}       token: x\nname: a\n`, ':5:8 expected 6 spaces'],
  ['one too many after a comment', 'name: a\n\n# b\n  c: d\n', ':4:3 expected no space'],
  ['one at the top', 'name: a\n base_url: b\nlimits: {}\n', ':2:2 expected no space'],
  ['the first line indented', '  name: a\nbase_url: b\n', ':1:3 expected no space'],
  ['a dedent to nothing', 'limits:\n  a: 1\n b: 5\n', ':3:2 expected no space or 2 spaces'],
  ['in a list, too few', '- a: 1\n  b: 2\n c: 3\n', ':3:2 expected 2 spaces'],
  ['in a list, too many', '- a: 1\n   b: 2\n  c: 3\n', ':2:4 expected 2 spaces'],
  ['of an item', 'whiteLabels:\n  - a\n - b\n', ':3:2 expected no space or 2 spaces'],
  ['an item below an item', 'whiteLabels:\n - a\n  - b\n', ':3:3 expected a list item below'],
  ['with lines of Windows', 'name: a\r\n base_url: b\r\n', ':2:2 expected no space'],
  ['a tab', 'limits:\n\tconcurrency: 1\n', ':2:1 expected spaces'],
])('indentation: reports %s at its line', (_what, text, problem) => {
  expect(firstProblem(text)).toContain(problem);
});

test.each([
  ['no colon', 'name: a\nlimits\n  concurrency: 1\n', ':2:1 expected a key, a colon'],
  ['no space after it', 'limits:\n  a:1\n  b: 2\n', 'got no space after the colon'],
  ['two of them', 'name: a: b\nx: y\n', ':1:7 expected one value'],
  ['no dash', 'whiteLabels:\n  - a\n  b\n  - c\n', ':3:3 expected a line below a list'],
  ['no space after the dash', '-a: b\n  c: d\n', ':1:1 expected a space after the dash'],
  ['an open quote', 'name: "abc\nlimits: {}\nids: {}\n', ':1:7 expected a closing "'],
  ['a quote closed by the next', 'name: "abc\nx: "b"\n', ':1:7 expected a closing "'],
  ['a quote within quotes', "x: 'it's'\n", ':1:8 expected nothing after'],
  ['an open brace', 'ids: { gap: { draft: /id }\nname: a\n', ':1:6 expected a } for the {'],
  ['an open bracket', 'x: y\nname: [1, 2\nlimits: {}\n', ':2:7 expected a ] for the ['],
  ['a brace too many', 'ids: { gap: {} } }\n', ':1:18 expected as many'],
  ['no comma', 'limits: { a: 1 b: 2 }\n', ':1:14 expected a comma'],
  ['a reference without quotes', 'a: { token: ${T} }\n', ":1:13 expected '${T}' in quotes"],
  ['a placeholder without quotes', 'a:\n  b: {{today}}\n', ':2:7 expected a text as a key'],
  ['an @ without quotes', 'name: @x\n', ':1:7 expected quotes around a value'],
  ['a backslash', String.raw`name: "C:\path"`, ':1:10 expected an escape'],
  ['a tag', 'name: !env X\n', ':1:7 expected values without a tag, got !env'],
  ['a second document', 'name: a\n---\nname: b\n', ':2:1 expected one document'],
  ['a key twice', 'name: a\nx: y\nname: b\n', ':3:1 expected each key once, got name again'],
  ['an alias of nothing', 'x: y\nname: *a\n', ':2:7 expected an anchor &a'],
  ['an alias of itself', 'a: &a\n  b: [*a]\n', ':2:7 expected a value that ends'],
  [
    'aliases of aliases',
    `a: &a [${'x,'.repeat(50)}]\nb: &b [${'*a,'.repeat(50)}]\nc: [${'*b,'.repeat(50)}]\n`,
    'expected at most 100 values by alias',
  ],
  [
    'nothing but depth',
    `a: ${'['.repeat(60)}${']'.repeat(60)}`,
    'expected at most 50 nested lists',
  ],
  ['depth without end', `a: ${'['.repeat(9000)}${']'.repeat(9000)}`, 'a reasonable number'],
])('reports %s at its line and column', (_what, text, problem) => {
  expect(firstProblem(text)).toContain(problem);
});

test('accepts anchors, merges, comments, folded texts and a document start', () => {
  const text = '---\n# a\na: &a { x: 1 }\nb:\n  <<: *a\n  c: >\n    d\n    - e\nf: g\n  h\n';

  expect(readYaml(text).value).toEqual({ a: { x: 1 }, b: { x: 1, c: 'd - e\n' }, f: 'g h' });
});

test('the position of a path is that of the nearest enclosing node', () => {
  const { positionOf } = readYaml('a:\n  b: [1, 2]\n');

  expect([['a', 'b', 1], ['a', 'c'], ['z']].map(positionOf)).toEqual([':2:10', ':2:3', '']);
});
