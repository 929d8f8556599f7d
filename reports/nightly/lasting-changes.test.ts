import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { sampleResult, sampleTrend } from '../testing/sample-trend.ts';
import { openChanges } from './lasting-changes.ts';
import { writeNightNotice } from './night-notice.ts';
import { renderNight } from './night-text.ts';

const CHANGE = 'travel 1 load: lasting change of p50 about 2026-04-20';

test('a lasting change stands on the console and in the notice', () => {
  const result = sampleResult();
  const lasting = openChanges([sampleTrend(), sampleTrend('another series')], result.series);
  expect(lasting).toEqual([
    expect.stringMatching(`^${CHANGE}, build .*: 20 ms to 23 ms \\(\\+15 %\\)$`),
  ]);
  expect(renderNight({ ...result, lasting })).toContain(`· ${CHANGE}`);
  const folder = mkdtempSync(join(tmpdir(), 'assay-notice-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  writeNightNotice(folder, { ...result, lasting });
  expect(readFileSync(join(folder, 'nightly.md'), 'utf8')).toContain('lasting change of p50');
});

test('a level that a person accepted is not told again', () => {
  const trend = sampleTrend();
  const nights = trend.nights.map((night, index) =>
    index === 55 ? { ...night, accepted: true as const } : night,
  );
  expect(openChanges([{ ...trend, nights }], sampleResult().series)).toEqual([]);
});
