import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Status, type TestResult } from 'allure-js-commons';
import { afterAll, expect, test } from 'vitest';
import { PROJECT } from '../client/project.ts';
import { callCli } from '../cli/testing/call-cli.ts';
import { drawnInTurn } from '../tools/testing/drawn.ts';

// Vitest itself runs these files, as in a user's project: inside this one, so that its packages are found.
mkdirSync(join(PROJECT, 'reports', 'out'), { recursive: true });
const folder = mkdtempSync(join(PROJECT, 'reports', 'out', 'vitest-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const FAULT = 'gap-contract-location-leads-nowhere';
const SMALL = ['--line', 'gap', '--runs', '1', '--requirement', 'GAP-CONTRACT-0*,VERSION-01'];

interface VitestJson {
  readonly numPassedTests: number;
  readonly testResults: readonly {
    readonly assertionResults: readonly {
      readonly title: string;
      readonly status: string;
      readonly failureMessages: readonly string[];
    }[];
  }[];
}

test.each(
  drawnInTurn('vitest files', [
    'a user’s vitest file has one test per requirement, whose failure reads as on the console',
  ]),
)('%s', () => {
  const out = join(folder, 'runs');
  const request = {
    line: ['gap'],
    runs: 1,
    seed: 7,
    requirement: ['GAP-CONTRACT-0*', 'VERSION-01'],
    fault: [FAULT],
    out,
  };
  writeFileSync(
    join(folder, 'own.suite.ts'),
    `import { conformance } from '../../../runner/vitest.ts';\nconformance(${JSON.stringify(request)});\n`,
  );
  const json = join(folder, 'results.json');
  const config = join(folder, 'vitest.config.ts');
  writeFileSync(config, `export default { test: { include: ['own.suite.ts'] } };`);
  const vitest = join(PROJECT, 'node_modules', 'vitest', 'vitest.mjs');
  const args = ['run', '--root', folder, '--config', config];
  const { status } = spawnSync(
    process.execPath,
    [vitest, ...args, '--reporter', 'json', '--outputFile', json],
    { cwd: folder },
  );
  const { testResults } = JSON.parse(readFileSync(json, 'utf8')) as VitestJson;
  const all = testResults.flatMap(({ assertionResults }) => assertionResults);
  const failed = all.filter(({ status: end }) => end === 'failed');

  expect(status).toBe(1);
  expect(failed.map(({ title }) => title.split(' ')[0])).toEqual(['every', 'GAP-CONTRACT-03']);
  expect(failed[0]?.failureMessages[0]).toMatch(/^non-conformant: .*1 failed/);
  expect(failed[1]?.failureMessages[0]).toMatch(
    /expected .*\n[^]*got .*\n[^]*replay {2}assay replay/,
  );
  expect(all.some(({ status: end }) => end === 'passed')).toBe(true);
});

const resultsIn = (run: string): readonly TestResult[] =>
  readdirSync(join(run, 'allure-results'))
    .filter((name) => name.endsWith('-result.json'))
    .map(
      (name) => JSON.parse(readFileSync(join(run, 'allure-results', name), 'utf8')) as TestResult,
    );

test.each(
  drawnInTurn('Allure', [
    'Allure shows a run by its final verdicts, with the exchanges of failures, and never greener than it is',
  ]),
)('%s', async () => {
  const out = join(folder, 'allure');
  await callCli(['gate', ...SMALL, '--seed', '7', '--fault', FAULT, '--allure', '--out', out]);
  const results = resultsIn(join(out, 'latest'));
  const failed = results.find(({ name }) => name?.startsWith('GAP-CONTRACT-03'));

  expect(results.find(({ name }) => name?.startsWith('every'))?.status).toBe('failed');
  expect(failed).toMatchObject({ status: 'failed', description: expect.stringContaining('curl ') });
  expect(failed?.steps.flatMap(({ steps }) => steps).length).toBeGreaterThan(1);
  expect(results.some(({ status }) => status === Status.PASSED)).toBe(true);
  // A cell that was not judged is neither a passed test nor a skipped one, which Allure excludes from its chart.
  expect(results.find(({ name }) => name?.startsWith('VERSION-01'))).toMatchObject({
    status: 'broken',
    statusDetails: { message: expect.stringMatching(/^not judged, /) },
  });
});
