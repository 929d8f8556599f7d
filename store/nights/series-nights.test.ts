import { expect, test } from 'vitest';
import { sampleJudged, sampleNight, sampleOutcome } from '../../reports/testing/sample-night.ts';
import {
  anchorNights,
  baselineNights,
  basisChanges,
  openAlarm,
  seriesNights,
} from './series-nights.ts';
import type { HistoryLine, NightLine } from './history-line.ts';
import { prunedLines } from './history-file.ts';

const { basis } = sampleNight(0);
const nightsOf = (lines: readonly HistoryLine[]) => seriesNights(lines).get('travel 1 load') ?? [];
const names = (lines: readonly HistoryLine[]): readonly string[] =>
  baselineNights(nightsOf(lines), basis).map(({ line }) => line.runId);

const suspicious = (index: number): NightLine =>
  sampleNight(index, 24, { judged: [sampleJudged('suspicious')] });
const ongoing = (index: number): NightLine =>
  sampleNight(index, 24, { judged: [sampleJudged('ongoing', { since: 'night-1' })] });

test('the newest 14 nights count', () => {
  const lines = Array.from({ length: 16 }, (_, index) => sampleNight(index));
  expect(names(lines)).toHaveLength(14);
  expect(names(lines)[0]).toBe('night-2');
});

test('nights that are invalid, wrong, alarmed, unsettled or measured differently do not count', () => {
  const lines = [
    sampleNight(0),
    sampleNight(1, 20, { verdict: 'INVALID', judged: [] }),
    sampleNight(2, 20, { verdict: 'FAIL', judged: [] }),
    sampleNight(3, 20, { basis: { ...basis, data: 'other' } }),
    suspicious(4),
    suspicious(5),
    sampleOutcome(suspicious(5), true),
    suspicious(6),
    sampleOutcome(suspicious(6), false),
    ongoing(7),
    sampleNight(8, 20, { verdict: 'FAIL' }),
  ];
  expect(names(lines)).toEqual(['night-0', 'night-6', 'night-8']);
});

test('an alarm stays open until a valid night is within its limits again', () => {
  const opened = [sampleNight(0), suspicious(1), sampleOutcome(suspicious(1), true)];
  const of = (lines: readonly HistoryLine[]) => openAlarm(nightsOf(lines), basis, 'p95');
  expect(of([sampleNight(0)])).toBeUndefined();
  expect(of(opened)).toBe('night-1');
  expect(of([...opened, ongoing(2)])).toBe('night-1');
  expect(of([...opened, sampleNight(2, 20, { verdict: 'INVALID', judged: [] })])).toBe('night-1');
  expect(of([...opened, sampleNight(2)])).toBeUndefined();
  expect(openAlarm(nightsOf(opened), basis, 'p50')).toBeUndefined();
});

test('an accepted level is the new one: its nights count, and earlier ones do not', () => {
  const lines: readonly HistoryLine[] = [
    sampleNight(0),
    suspicious(1),
    sampleOutcome(suspicious(1), true),
    ongoing(2),
    {
      schema: 1,
      kind: 'accepted',
      at: sampleNight(2).at,
      series: 'travel 1 load',
      reason: 'a new check of prices',
    },
    sampleNight(3),
  ];
  expect(names(lines)).toEqual(['night-1', 'night-2', 'night-3']);
  expect(openAlarm(nightsOf(lines.slice(0, 5)), basis, 'p95')).toBeUndefined();
});

test('names the changes since the night before', () => {
  const nights = nightsOf([sampleNight(0)]);
  expect(basisChanges(nights, basis)).toEqual([]);
  expect(basisChanges(nights, { ...basis, profile: 'p2' })).toEqual(['profile (p1, now p2)']);
  expect(basisChanges([], basis)).toEqual([]);
});

test('an anchor is the first 14 nights that count, and is permanent; an accepted level has its own', () => {
  const lines: readonly HistoryLine[] = [
    sampleNight(0, 20, { verdict: 'INVALID', judged: [] }),
    ...Array.from({ length: 20 }, (_, index) => sampleNight(index + 1)),
    suspicious(21),
    sampleOutcome(suspicious(21), true),
  ];
  const { anchor, age, level } = anchorNights(nightsOf(lines), basis);
  expect(anchor.map(({ line }) => line.runId)).toEqual(
    Array.from({ length: 14 }, (_, index) => `night-${index + 1}`),
  );
  expect([age, level.length]).toEqual([7, 21]);
  const { at } = sampleNight(21);
  const accepted = {
    schema: 1,
    kind: 'accepted',
    at,
    series: 'travel 1 load',
    reason: 'x',
  } as const;
  const later = anchorNights(nightsOf([...lines, accepted, sampleNight(22)]), basis);
  expect(later.anchor.map(({ line }) => line.runId)).toEqual(['night-21', 'night-22']);
});

test('pruning keeps the nights of an anchor', () => {
  const lines = Array.from({ length: 30 }, (_, index) => sampleNight(index));
  const left = prunedLines(lines, { keep: 4 }).flatMap((line) =>
    'runId' in line ? line.runId : [],
  );
  const kept = [...Array(14).keys(), 26, 27, 28, 29];
  expect(left).toEqual(kept.map((index) => `night-${index}`));
});
