import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { findK6, K6Missing } from '../load/k6/k6.ts';
import { changedFiles, checkParts, runCheckParts } from './check-parts.ts';
import { countLine, type TestCounts, runTests } from './run-tests.ts';

// npm test: the check's parts, each counted as a test, and vitest. Arguments restrict vitest to matching paths (and names, -t), and
// the check to uncommitted changes. Without arguments it builds k6 first if it is missing.
const root = join(import.meta.dirname, '..');
const { values, positionals: words } = parseArgs({
  options: { 'test-name-pattern': { type: 'string', short: 't' } },
  allowPositionals: true,
});
const pattern = values['test-name-pattern'];
const isWhole = words.length === 0 && pattern === undefined;
const print = (line: string): void => console.log(line);

/** Without k6, its tests are skipped with the reason. */
const makeK6 = async (): Promise<void> => {
  try {
    await findK6({ onProgress: print });
  } catch (error) {
    if (!(error instanceof K6Missing)) throw error;
    print(error.message);
  }
};

const runTestsOrFail = async (): Promise<TestCounts> => {
  try {
    return await runTests(root, words, print, pattern);
  } catch (error) {
    console.error('vitest did not finish:', error);
    return { passed: 0, failed: 1, skipped: 0 };
  }
};

const parts = checkParts(root, isWhole ? undefined : changedFiles(root));
// In parallel, since many tests wait.
const [checks, tests] = await Promise.all([
  runCheckParts(root, parts, print),
  isWhole ? makeK6().then(runTestsOrFail) : runTestsOrFail(),
]);
const nothingRan = tests.passed + tests.failed === 0;
if (nothingRan) print('no test ran: vitest found none, or skipped every one');
const failed = checks.failed + tests.failed + (nothingRan ? 1 : 0);
print(countLine({ passed: checks.passed + tests.passed, failed, skipped: tests.skipped }));
process.exitCode = failed > 0 ? 1 : 0;
// A handle that a test left open must not delay the exit.
setTimeout(() => process.exit(), 2000).unref();
