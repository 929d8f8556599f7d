import { stripVTControlCharacters } from 'node:util';
import { expect, test } from 'vitest';
import type { Finding } from '../../oracles/finding.ts';
import { cellVerdict, exchange } from '../testing/sample-record.ts';
import { type Failure, FAILURE_LINES, renderFailure } from './failure.ts';
import { COLUMNS } from '../../store/printable.ts';

const requirement: Failure['requirement'] = {
  statement: 'At most one contract may be created for a motor gap draft.',
  source: 'States and transitions, rule 3',
  rules: ['K2'],
};
const verdict = cellVerdict({
  wanted: 'a refusal, or a 303 to the same contract',
  got: '303 Location: /BE/motor/gap/contracts/91c  (first: …/contracts/5d0)',
  exchanges: [1, 3],
});
const exchanges = [exchange(), exchange({ n: 3 })];
const addresses = { base: 'http://127.0.0.1:8080', gap: 'http://127.0.0.1:8080/gap' };

const finding = (more: Partial<Finding>): Finding => ({
  requirement: verdict.requirement,
  operation: verdict.operation,
  verdict: 'fail',
  wanted: verdict.wanted,
  got: verdict.got,
  exchanges: [3],
  test: 'contract/gap/1',
  attempt: 1,
  seed: 1,
  ...more,
});

const widest = (text: string): number => Math.max(...text.split('\n').map((line) => line.length));

test('a failure has requirement, request, expected, got and how to repeat it', () => {
  const text = renderFailure({
    verdict,
    requirement,
    exchanges,
    addresses,
    replay: 'assay replay GAP-CONTRACT-02 --seed 42',
    curl: 'curl -X POST -H "Authorization: Bearer $ASSAY_TOKEN" http://127.0.0.1:8080/gap/BE',
  });

  expect(text).toBe(
    `
✗ GAP-CONTRACT-02                                                        Motor gap · Contract Create
  At most one contract may be created for a motor gap draft.
  3. POST {gap}/BE/motor/gap/drafts/6f1c2b/to-contract
     expected  a refusal, or a 303 to the same contract               States and transitions, rule 3
     got       303 Location: /BE/motor/gap/contracts/91c  (first: …/contracts/5d0)
  rules   K2 (assay explain GAP-CONTRACT-02)
  replay  assay replay GAP-CONTRACT-02 --seed 42
  curl    curl -X POST -H "Authorization: Bearer $ASSAY_TOKEN" http://127.0.0.1:8080/gap/BE
`.trim(),
  );
});

test('a value that does not fit beside its label gets its own line', () => {
  const text = renderFailure({
    verdict: { ...verdict, wanted: 'w'.repeat(70), where: '/contract/id' },
    requirement: { ...requirement, statement: `It holds that ${'so '.repeat(30)}on.` },
    exchanges,
  });

  expect(text.split('\n').map((line) => line.trim().split(/ {2,}/)[0])).toEqual([
    '✗ GAP-CONTRACT-02',
    expect.stringMatching(/^It holds/),
    expect.stringMatching(/so on\.$/),
    '3. POST http://127.0.0.1:8080/gap/BE/motor/gap/drafts/6f1c2b/to-contract',
    'expected',
    'source',
    'got',
    'where',
    'rules',
  ]);
  expect(widest(text)).toBeLessThanOrEqual(COLUMNS);
});

test('prints a sequence in words, and its repeat once', () => {
  const steps = ['create a draft', 'update the draft', 'update the draft', 'read the draft'];

  const text = renderFailure({ verdict: { ...verdict, steps }, requirement, exchanges });

  expect(text).toMatch(
    /^ {2}steps {3}create a draft; update the draft \(2 times\); read the draft$/m,
  );
});

test('lists every mismatch of the cell once, with its count', () => {
  const text = renderFailure({
    verdict,
    requirement,
    exchanges,
    findings: [
      finding({}),
      finding({}),
      finding({ attempt: 2, exchanges: [1, 4] }),
      finding({ got: '200' }),
      finding({ got: '500', verdict: 'inconclusive' }),
      finding({ got: 'of another cell', operation: 'gap.draft-get' }),
    ],
  });

  expect(text.match(/^ {5}got /gm)).toHaveLength(2);
  expect(text).toMatch(/contracts\/5d0\)\s+\(seen 2 times\)\n[^]*got {7}200\n/);
});

test('prints many long mismatches within 25 lines, and counts the rest', () => {
  const findings = Array.from({ length: 40 }, (_, n) =>
    finding({ got: `${n} ${'long '.repeat(80)}`, where: `/${'deep/'.repeat(60)}` }),
  );

  const text = renderFailure({
    verdict: { ...verdict, wanted: 'something '.repeat(80) },
    requirement: { ...requirement, statement: 'words '.repeat(90), source: 'text '.repeat(90) },
    exchanges,
    findings,
    replay: 'assay replay X',
    curl: 'curl x',
  });

  expect(text.split('\n').length).toBeLessThanOrEqual(FAILURE_LINES);
  expect(widest(text)).toBeLessThanOrEqual(COLUMNS);
  expect(text).toMatch(/… and 3\d more mismatches/);
});

test('a service cannot control the terminal', () => {
  const text = renderFailure({
    verdict: { ...verdict, got: 'evil \u001b[2J\nline' },
    requirement,
    exchanges,
  });

  expect(text).toContain('got       evil \\u001b[2J\\nline');
});

test('refers to the exchange instead of truncating a command that would flood the screen', () => {
  const text = renderFailure({ verdict, requirement, exchanges, curl: `curl ${'x'.repeat(400)}` });

  expect(text).toContain('  curl    too long or not printable; see report.html, exchange 3');
});

test('names a missing exchange, and what blocks a blocked verdict', () => {
  const text = renderFailure({
    verdict: {
      ...verdict,
      verdict: 'inconclusive',
      reason: 'blocked-by',
      blockedBy: 'DRAFT-01',
      exchanges: [],
    },
    requirement,
    exchanges: [],
  });

  expect(text).toMatch(/^\? GAP-CONTRACT-02/);
  expect(text).toContain('\n  no exchange recorded\n');
  expect(text).toContain('\n  why     blocked by an earlier step (see DRAFT-01)');
});

test('colour adds only colour', () => {
  const failure = { verdict, requirement, exchanges, replay: 'assay replay X' };

  const coloured = renderFailure(failure, { colour: true });

  expect(coloured).toContain('\u001b[31m✗ GAP-CONTRACT-02');
  expect(stripVTControlCharacters(coloured)).toBe(renderFailure(failure));
});
