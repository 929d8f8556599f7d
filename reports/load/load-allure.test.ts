import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { writeLoadAllure } from './load-allure.ts';
import type { LoadRecord } from '../../store/load/load-record.ts';
import { sampleFailedLoad, sampleLoadRecord } from '../testing/sample-load.ts';

interface Result {
  readonly name: string;
  readonly status: string;
  readonly labels: readonly { readonly name: string; readonly value: string }[];
}

const written = (record: LoadRecord) => {
  const folder = mkdtempSync(join(tmpdir(), 'assay-load-allure-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  writeLoadAllure(folder, record);
  const read = (suffix: string): unknown[] =>
    readdirSync(folder)
      .filter((name) => name.endsWith(suffix))
      .map((name) => JSON.parse(readFileSync(join(folder, name), 'utf8')) as unknown);
  return {
    results: Object.fromEntries(
      (read('-result.json') as Result[]).map((each) => [each.name, each]),
    ),
    metrics: read('-perf.json').flat() as { key: string; value: number }[],
  };
};

test('a passed run has only passed results, and the metrics of every line', () => {
  const { results, metrics } = written(sampleLoadRecord());
  expect(new Set(Object.values(results).map(({ status }) => status))).toEqual(new Set(['passed']));
  expect(metrics.find(({ key }) => key === 'gap.requests')?.value).toBe(412);
});

test('a missed limit and a wrong answer have failed, a broken rule is broken', () => {
  const { results } = written(sampleFailedLoad());
  expect(results['verdict']?.status).toBe('failed');
  expect(results['gap, p95 in ms: p(95)<=10']?.status).toBe('failed');
  expect(results['schedule lag, p99']?.status).toBe('broken');
  expect(results['LASTMOD-01 on gap.price-request']?.labels).toContainEqual({
    name: 'requirement',
    value: 'LASTMOD-01',
  });
});
