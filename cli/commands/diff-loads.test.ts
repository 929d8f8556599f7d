import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { type LoadRecord, writeLoadRecord } from '../../store/load/load-record.ts';
import { sampleLoadRecord, sampleSeries } from '../../reports/testing/sample-load.ts';
import { callCli } from '../testing/call-cli.ts';

const WRONG = {
  requirement: 'PRICE-01',
  operation: 'gap.price-request',
  count: 2,
  wanted: 'EUR',
  got: 'USD',
  steps: [1],
  exchanges: [1],
};
const LIMIT = {
  what: 'gap, p95 in ms',
  metric: 'm',
  expression: 'p(95)<=20',
  kind: 'latency' as const,
  ok: true,
  actual: 12,
};

const folders = (...records: readonly Partial<LoadRecord>[]): readonly string[] => {
  const root = mkdtempSync(join(tmpdir(), 'assay-diff-loads-'));
  onTestFinished(() => rmSync(root, { recursive: true, force: true }));
  return records.map((record, index) => {
    const path = join(root, `run-${index}`);
    mkdirSync(path);
    writeLoadRecord(join(path, 'load.json'), sampleLoadRecord(record));
    return path;
  });
};

const line = (median: number): LoadRecord['lines'] => [
  { line: 'gap', ...sampleSeries(400, median) },
];

test('the diff of two load runs lists new wrong answers, missed limits and slower percentiles', async () => {
  const [before = '', after = ''] = folders(
    { lines: line(8), wrong: [], thresholds: [LIMIT] },
    { lines: line(16), wrong: [WRONG], thresholds: [{ ...LIMIT, ok: false, actual: 30 }] },
  );

  const broken = await callCli(['diff', before, after]);
  expect(broken).toMatchObject({ code: 1, stderr: '' });
  expect(broken.stdout).toMatch(
    /^## 1 new wrong answers, 0 fixed; 1 newly missed limits, 0 met again/,
  );
  expect(broken.stdout).toMatch(/\| gap \| p50 \| 7\.8 ms \| 16 ms \| 2\.00 \| slower \|/);
  expect(broken.stdout).toContain('no confidence interval can be given');

  const fixed = await callCli(['diff', after, before, '--json']);
  expect(fixed.code).toBe(0);
  expect(JSON.parse(fixed.stdout)).toMatchObject({
    goneWrong: ['PRICE-01 on gap.price-request'],
    kept: ['gap, p95 in ms: p(95)<=20'],
    missed: [],
  });
  expect(await callCli(['compare', before, after])).toMatchObject({
    code: 0,
    stdout: broken.stdout,
  });
});

test('a limit that could not be judged is not missed, but a new failure is worse', async () => {
  const open = { ...LIMIT, ok: false, open: { why: 'few', text: 'too few' } };
  const [before = '', unsure = '', failed = ''] = folders(
    { verdict: 'PASS', thresholds: [LIMIT], wrong: [] },
    { verdict: 'INCONCLUSIVE', thresholds: [open], wrong: [] },
    { verdict: 'FAIL', thresholds: [LIMIT], wrong: [] },
  );

  expect((await callCli(['diff', before, unsure])).code).toBe(0);
  expect((await callCli(['diff', before, failed])).code).toBe(1);
});

test.each(['diff', 'compare'])(
  '%s refuses to compare a load run with a run of another kind',
  async (command) => {
    const [load = ''] = folders({});
    const gate = join(load, '..', 'gate');
    mkdirSync(gate);
    writeFileSync(join(gate, 'run.json'), '{"command":"gate"}');

    const called = await callCli([command, load, gate]);
    expect(called.code).toBe(2);
    expect(called.stderr).toMatch(
      /^assay: expected two runs of one kind; .*run-0 is a load run, and .*gate is not/,
    );
  },
);
