import { expect, test, onTestFinished } from 'vitest';
import { file, refusal } from '../testing/test-load.ts';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startReference } from '../../reference/start.ts';
import { callCli } from '../../cli/testing/call-cli.ts';

test.each([
  [
    'throws',
    "const a = 1;\nthrow new Error('no luck\\nat all');",
    /t\.ts:2(:\d+)?\n.*\n +got {7}no luck\n/,
  ],
  ['throws no error', 'throw undefined;', /got {7}undefined/],
  [
    'imports what is not there',
    "import './nowhere.ts';\nexport default {};",
    /got {7}Cannot find module/,
  ],
  ['exports nothing', 'export const target = {};', /got {7}no default export/],
  ['exports a function', 'export default () => ({});', /got {7}a function/],
  ['exports a promise', 'export default Promise.resolve({});', /got {7}a promise\n.*await/],
  [
    'exports a broken promise',
    "export default Promise.reject(new Error('x'));",
    /got {7}a promise/,
  ],
  ['exports a text', "export default 'http://a';", /got {7}a text/],
  [
    'holds itself',
    'const a = { b: {} };\na.b = a;\nexport default a;',
    /got {7}one that contains itself, or is nested too deeply, at b\.b/,
  ],
])('refuses a module that %s', async (_what, text, message) => {
  const { message: printed } = await refusal({ file: file('t.ts', text) });

  expect(printed).toMatch(message);
  expect(printed).not.toMatch(/^\s+at /m);
});

test('a module that is no TypeScript is refused with its line, in any folder', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'C# 100 % Ä?-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  writeFileSync(join(folder, 't.ts'), 'export default {\n  base_url: a<;\n};\n');

  const { code, stderr } = await callCli(['gate', '--target', 't.ts'], { cwd: folder });

  expect(code).toBe(2);
  expect(stderr).toContain(`${join(folder, 't.ts')}:2\n`);
});

test('gives up a module that awaits for ever', async () => {
  const path = file('t.mjs', 'await new Promise(() => {});\nexport default {};');

  const { problems } = await refusal({ file: path });

  expect(problems).toMatchObject([{ wanted: 'a module that is loaded within 5 s' }]);
});

// Functions cannot be sent to a thread: that of the suites loads such a target itself.
test.each([
  ['shown by vitest', []],
  ['by themselves', ['--no-allure']],
])('judges a target in TypeScript with a function as a body, its suites %s', async (_, how) => {
  const folder = mkdtempSync(join(tmpdir(), 'assay-functions-'));
  const service = await startReference();
  onTestFinished(async () => {
    rmSync(folder, { recursive: true });
    await service.close();
  });
  const file = join(folder, 'target.ts');
  const written = JSON.stringify(service.target);
  writeFileSync(
    file,
    `const target = ${written};\nexport default { ...target, bodies: { ...target.bodies, 'jobloss.price-request': () => ({}) } };\n`,
  );

  const args = ['gate', '--target', file, '--out', join(folder, 'out'), '--requirement', 'AUTH-01'];
  const { code, stdout } = await callCli([...args, '--line', 'jobloss', ...how], {
    environment: service.environment,
  });

  expect(stdout).toMatch(/^conformant[^:]*: /m);
  expect(code).toBe(0);
});
