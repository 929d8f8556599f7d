import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { sampleJudged } from '../testing/sample-night.ts';
import { HOSTILE_BUILD, sampleResult, sampleTrend } from '../testing/sample-trend.ts';
import {
  writeNightNotice,
  changeText,
  measureText,
  renderNight,
  openChanges,
} from './night-text.ts';
import { NIGHT_MEANINGS, type NightVerdict } from '../../store/nights/night-result.ts';

test('a night is printed in lines, the verdict and its meaning last', () => {
  expect(renderNight(sampleResult()).split('\n')).toEqual([
    'travel 1 load           REGRESSION  p50 23 ms     p95 30 ms       detects changes from p50 +9 %, p95 +9 %',
    '! travel 1 load: p50 23 ms, +15 % against the median of 20 ms, limit 22 ms; the alarm of night-50 is still open',
    '! travel 1 load: p95 30 ms, +20 % against the median of 25 ms, limit 27 ms; confirmed by further runs (30 ms, 31 ms, 32 ms)',
    '· the target sets no limits (load.slo)',
    `nightly: REGRESSION, within its limits, but confirmed to be worse than on the nights before; staging, build ${HOSTILE_BUILD}, 1 series`,
  ]);
});

test('every verdict has a different text', () => {
  const verdicts = Object.keys(NIGHT_MEANINGS) as NightVerdict[];
  const last = verdicts.map((verdict) =>
    renderNight(sampleResult({ verdict, meaning: NIGHT_MEANINGS[verdict] }))
      .split('\n')
      .at(-1),
  );
  expect(new Set(last).size).toBe(6);
});

test('an unsettled suspicion is reported as such, and a learning series with its progress', () => {
  const [series] = sampleResult().series;
  if (!series) throw new Error('expected a series');
  const open = { ...series, verdict: 'INVALID' as const, outcome: undefined };
  expect(renderNight(sampleResult({ series: [open] }))).toContain(
    'not confirmed, since there were no further runs',
  );
  const known = { median: null, limit: null, smallest: null };
  const learning = {
    ...series,
    verdict: 'LEARNING' as const,
    nights: 3,
    judged: [sampleJudged('learning', known)],
  };
  expect(renderNight(sampleResult({ series: [learning] }))).toMatch(
    /LEARNING +p95 30 ms +3 of 14 nights$/m,
  );
});

test('changes and amounts are short, and a change from zero has no percentage', () => {
  expect(changeText(115, 100)).toBe('+15 %');
  expect(changeText(99, 100)).toBe('−1.0 %');
  expect(changeText(0.01, 0)).toBe('from none');
  expect(measureText('errorRate', 0.0021)).toBe('0.21 %');
  expect(measureText('p95', 3.14)).toBe('3.1 ms');
});

test('the notice is JSON for programs, and Markdown in which a build is escaped', () => {
  const folder = mkdtempSync(join(tmpdir(), 'assay-notice-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  writeNightNotice(folder, sampleResult());
  expect(JSON.parse(readFileSync(join(folder, 'nightly.json'), 'utf8'))).toEqual(sampleResult());
  const text = readFileSync(join(folder, 'nightly.md'), 'utf8');
  expect(text).toMatch(/^## staging: REGRESSION\n\nWithin its limits/);
  expect(text).not.toContain('<img');
  expect(text).toMatch(
    /\| travel 1 load \| REGRESSION \| p50 23 ms, p95 30 ms \| detects changes from p50 \+9 %/,
  );
});

test('reports a level that drifted away from the accepted one', () => {
  const [series] = sampleResult().series;
  if (!series) throw new Error('expected a series');
  const judged = [sampleJudged('suspicious', { drift: true })];
  expect(renderNight(sampleResult({ series: [{ ...series, judged }] }))).toContain(
    '! travel 1 load: p95 30 ms, +20 % against the accepted level of 25 ms, from which the newest nights have drifted, limit 27 ms; confirmed',
  );
});

const CHANGE = 'travel 1 load: lasting change of p50 about 2026-04-20';

test('prints a lasting change on the console and in the notice', () => {
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

test('does not report an accepted level again', () => {
  const trend = sampleTrend();
  const nights = trend.nights.map((night, index) =>
    index === 55 ? { ...night, accepted: true as const } : night,
  );
  expect(openChanges([{ ...trend, nights }], sampleResult().series)).toEqual([]);
});
