import { expect, test } from 'vitest';
import { file, refusal } from '../testing/test-load.ts';

test.each([
  [
    'throws',
    "const a = 1;\nthrow new Error('no luck\\nat all');",
    /t\.ts:2(:\d+)?\n.*\n +got {5}no luck\n/,
  ],
  ['throws no error', 'throw undefined;', /got {5}undefined/],
  [
    'imports what is not there',
    "import './nowhere.ts';\nexport default {};",
    /got {5}Cannot find module/,
  ],
  ['exports nothing', 'export const target = {};', /got {5}no default export/],
  ['exports a function', 'export default () => ({});', /got {5}a function/],
  ['exports a promise', 'export default Promise.resolve({});', /got {5}a promise\n.*await/],
  [
    'exports a broken promise',
    "export default Promise.reject(new Error('x'));",
    /got {5}a promise/,
  ],
  ['exports a text', "export default 'http://a';", /got {5}a text/],
  [
    'holds itself',
    'const a = { b: {} };\na.b = a;\nexport default a;',
    /got {5}one that holds itself, or is too deep, at b\.b/,
  ],
])('a module that %s is refused', async (_what, text, message) => {
  const { message: said } = await refusal({ file: file('t.ts', text) });

  expect(said).toMatch(message);
  expect(said).not.toMatch(/^\s+at /m);
});

test('a module that awaits for ever is given up', async () => {
  const path = file('t.mjs', 'await new Promise(() => {});\nexport default {};');

  const { problems } = await refusal({ file: path });

  expect(problems).toMatchObject([{ wanted: 'a module that is loaded within 5 s' }]);
}, 20_000);
