import { expect, test } from 'vitest';
import { loadSummary, renderLoad } from './load-table.ts';
import { sampleFailedLoad, sampleLoadRecord, sampleSeries } from '../testing/sample-load.ts';

test('the last line is a summary', () => {
  const text = renderLoad(sampleLoadRecord());
  expect(text.split('\n').at(-1)).toBe(
    'load: PASS, 2 lines, 812 requests, p95 33 ms, 812 judged in full, 0 wrong answers',
  );
});

test('a failed run has the reason, and the number of wrong answers', () => {
  const record = sampleFailedLoad();
  expect(renderLoad(record)).toContain('✗ LASTMOD-01 on gap.price-request: expected');
  expect(loadSummary(record)).toMatch(/^load: FAIL, 1 line, 412 requests, .*, 7 wrong answers$/);
});

test('a p99 always has a column, a p99.9 only with enough samples', () => {
  const head = (p999: number | null) =>
    renderLoad(
      sampleLoadRecord({ lines: [{ line: 'gap', ...sampleSeries(400, 8, { p999 }) }] }),
    ).split('\n')[0];
  expect(head(null)).not.toContain('p99.9');
  expect(head(50)).toContain('p99.9');
  expect(head(null)).toContain('p99');
});

test('no line is wider than a terminal', () => {
  const lines = renderLoad(sampleLoadRecord()).split('\n');
  expect(lines.filter((line) => line.length > 100)).toEqual([]);
});
