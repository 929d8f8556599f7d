import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { countLine } from './run-tests.ts';
import { MEDIUM_PERIOD, MEDIUM_TESTS } from './testing/drawn.ts';

const ROOT = join(import.meta.dirname, '..');
const TEST = `import { expect, test } from 'vitest';\n`;

/** Summary that `npm test` prints for a project with these test files, run in its own process. */
const countsOf = (
  files: Readonly<Record<string, string>>,
  words: readonly string[] = [],
): readonly string[] => {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'assay-counts-')));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  symlinkSync(join(ROOT, 'node_modules'), join(folder, 'node_modules'));
  mkdirSync(join(folder, 'tests'));
  writeFileSync(join(folder, 'package.json'), '{ "type": "module" }');
  writeFileSync(join(folder, 'vitest.config.ts'), 'export default { test: { pool: "threads" } };');
  for (const [name, text] of Object.entries(files))
    writeFileSync(join(folder, 'tests', `${name}.test.ts`), text);
  const script = `
    const { runTests } = await import(${JSON.stringify(new URL('run-tests.ts', import.meta.url).href)});
    const { countLine } = await import(${JSON.stringify(new URL('run-tests.ts', import.meta.url).href)});
    const print = (line) => console.log(line);
    print(countLine(await runTests(${JSON.stringify(folder)}, ${JSON.stringify(words)}, print)));`;
  const { stdout } = spawnSync(process.execPath, ['--input-type=module', '-e', script], {
    cwd: folder,
    encoding: 'utf8',
  });
  return stdout.trim().split('\n');
};

test('counts passed, failed and skipped tests, and prints why one is skipped', () => {
  const lines = countsOf({
    mixed: `${TEST}
      test('good', () => expect(1).toBe(1));
      test('bad', () => expect(1).toBe(2));
      test('left out', ({ skip }) => skip('no mailbox'));`,
  });

  expect(lines.at(-1)).toBe('1 passed, 1 failed, 1 skipped');
  expect(lines).toContain('skipped: tests/mixed.test.ts > left out: no mailbox');
});

test('a module that fails to load is a failure', () => {
  const lines = countsOf({
    broken: `import './nowhere.ts';`,
    good: `${TEST} test('good', () => expect(1).toBe(1));`,
  });

  expect(lines.at(-1)).toBe('1 passed, 1 failed, 0 skipped');
});

test('an error outside tests is a failure', () => {
  const lines = countsOf({
    stray: `${TEST} test('good', async () => {
      void Promise.reject(new Error('stray'));
      await new Promise((resolve) => setTimeout(resolve, 50));
      expect(1).toBe(1);
    });`,
  });

  expect(lines.at(-1)).toBe('1 passed, 1 failed, 0 skipped');
});

test('a failed hook is a failure', () => {
  const lines = countsOf({
    hook: `import { afterAll, expect, test } from 'vitest';
      afterAll(() => { throw new Error('afterwards'); });
      test('good', () => expect(1).toBe(1));`,
  });

  expect(lines.at(-1)).toBe('1 passed, 1 failed, 0 skipped');
});

test('counts nothing without a test', () => {
  expect(countsOf({}).at(-1)).toBe(countLine({ passed: 0, failed: 0, skipped: 0 }));
});

const DRAWN = JSON.stringify(join(ROOT, 'tools/testing/drawn.ts'));

test.each([
  [[], 3],
  [['long'], 6],
])('of a long table the words %j select %i rows', (words, tried) => {
  const long = `${TEST} import { drawn } from ${DRAWN};
    test.each(drawn([1, 2, 3, 4, 5, 6], 3))('row %i', (row) => expect(row).toBeLessThan(7));`;

  expect(countsOf({ long }, words).at(-1)).toBe(`${tried} passed, 0 failed, 0 skipped`);
});

test.each([
  [[], 1],
  [['medium'], MEDIUM_PERIOD],
])(
  'of all kinds of a period, one of which has its turn, the words %j select %i rows',
  (words, tried) => {
    const kinds = JSON.stringify(MEDIUM_TESTS.slice(0, MEDIUM_PERIOD));
    const medium = `${TEST} import { drawnInTurn } from ${DRAWN};
    for (const kind of ${kinds})
      test.each(drawnInTurn(kind, [1]))('row %i', (row) => expect(row).toBe(1));`;

    expect(countsOf({ medium }, words).at(-1)).toBe(`${tried} passed, 0 failed, 0 skipped`);
  },
);
