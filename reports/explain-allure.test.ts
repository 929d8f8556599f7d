import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Status, type TestResult } from 'allure-js-commons';
import { expect, onTestFinished, test } from 'vitest';
import { explainAllure } from './explain-allure.ts';
import { HOSTILE, samplePage } from './testing/sample-page.ts';

const labels = (requirement: string, epic: string) => [
  { name: 'epic', value: epic },
  { name: 'requirement', value: requirement },
];

/** Results in a folder, as they are after their run was explained. */
const explained = (
  results: Readonly<Record<string, Partial<TestResult>>>,
  source = samplePage(),
): { readonly folder: string; readonly result: (name: string) => TestResult } => {
  const folder = mkdtempSync(join(tmpdir(), 'assay-explain-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  for (const [name, result] of Object.entries(results))
    writeFileSync(join(folder, `${name}-result.json`), JSON.stringify({ steps: [], ...result }));
  explainAllure(folder, { ...source, seed: 42 });
  const result = (name: string) =>
    JSON.parse(readFileSync(join(folder, `${name}-result.json`), 'utf8')) as TestResult;
  return { folder, result };
};

const FAILED = {
  status: Status.FAILED,
  labels: labels('GAP-CONTRACT-02', 'Motor gap'),
  statusDetails: { message: 'wrong', trace: 'AssertionError at suites/conclude.ts:23:11' },
  // Steps of a failed test may have passed.
  steps: [{ status: Status.PASSED }] as TestResult['steps'],
} satisfies Partial<TestResult>;

test('a failure shows what was wanted and came, how to see it again, and its exchanges by their parts', () => {
  const { folder, result } = explained({ one: FAILED });
  const { statusDetails, description, steps } = result('one');

  expect(statusDetails).toEqual({
    message:
      '✗ Contract Create: fail; wanted a Location header on the 303, got 303 without Location  at /a',
    trace: 'assay replay GAP-CONTRACT-02',
  });
  expect(description).toContain('Seed: 42.');
  expect(description).toContain('assay replay GAP-CONTRACT-02');
  expect(
    steps.slice(0, 3).map(({ name, status }) => `${status} ${(name ?? '').split(':')[0]}`),
  ).toEqual([
    'failed Contract Create, faulty call (exchange 1)',
    'passed Contract Create, twin without the fault (exchange 2)',
    'passed Contract Create, second sighting (exchange 3)',
  ]);
  const sources = steps
    .slice(0, 3)
    .flatMap(({ attachments }) => attachments.map(({ source }) => source));
  expect(readdirSync(folder)).toEqual(expect.arrayContaining(sources));
  const sent = JSON.parse(readFileSync(join(folder, sources[0] ?? ''), 'utf8')) as object;
  expect(sent).toMatchObject({
    schemaVersion: 1,
    request: { method: 'POST' },
    response: { status: 303 },
  });
});

test('what is beyond the 200 gravest cells is said to be cut off', () => {
  const source = samplePage();
  const [fail] = source.verdicts;
  const many = Array.from({ length: 203 }, () => fail!);
  const open = source.verdicts.filter(({ verdict }) => verdict === 'inconclusive');
  const { result } = explained(
    { one: FAILED, other: { ...FAILED, labels: labels('GAP-CONTRACT-01', 'Motor gap') } },
    { ...source, verdicts: [...many, ...open] },
  );

  expect(result('one').description).toContain(
    '3 cells of this requirement that did not pass are not',
  );
  expect(result('other').description).toContain(
    '1 cell of this requirement that did not pass is not',
  );
  expect(result('other').steps).toHaveLength(1);
});

test('what is open or waived says why', () => {
  const skipped = (requirement: string) => ({
    status: Status.SKIPPED,
    labels: labels(requirement, 'Motor gap'),
  });
  const { result } = explained({
    open: skipped('GAP-CONTRACT-01'),
    waived: skipped('GAP-CONTRACT-03'),
  });

  expect(result('open').statusDetails.message).toContain('an earlier step did not get there');
  expect(result('waived').statusDetails.message).toContain(
    'PROJ-7  (the contracts team, until 2026-12-31)',
  );
});

test.each([
  ['passed', { ...FAILED, status: Status.PASSED }],
  ['broken by the harness', { ...FAILED, status: Status.BROKEN }],
  ['of another line', { ...FAILED, labels: labels('GAP-CONTRACT-02', 'Travel') }],
  ['of another requirement', { ...FAILED, labels: labels('BODY-01', 'Motor gap') }],
] as const)('a result that is %s stays as it is', (_, result) => {
  const after = explained({ one: result });

  expect(after.result('one')).toEqual(result);
  expect(readdirSync(after.folder)).toEqual(['one-result.json']);
});

test.each(Object.entries(HOSTILE))('what a service sends is text: %s', (_, text) => {
  const { result } = explained({ one: FAILED }, samplePage(text));
  const { description = '', statusDetails, steps } = result('one');
  const [outside] = description.split('```sh');

  expect(outside).not.toMatch(/<|[^\P{Cc}\n]|[\u202A-\u202E]/u);
  expect([statusDetails.message, ...steps.map(({ name }) => name)].join(' ')).not.toMatch(
    /\p{Cc}|\p{Cs}|[\u202A-\u202E]/u,
  );
});
