import type { JudgedMeasure } from '../../store/nights/history-line.ts';
import {
  NIGHT_MEANINGS,
  type NightResult,
  type Trend,
  type TrendNight,
} from '../../store/nights/night-result.ts';
import { sampleJudged, sampleNight, sampleOutcome } from './sample-night.ts';

/** A build or name that must never become markup. */
export const HOSTILE_BUILD = '<img src=x onerror=alert(1)> "1.9"';

const judgedOn = (index: number): readonly JudgedMeasure[] => {
  const level = index >= 50 ? 23 : 20;
  const value = level * (1 + 0.03 * Math.sin(index * 7)) * (index === 30 ? 1.3 : 1);
  const known =
    index < 14
      ? { median: null, limit: null, smallest: null }
      : { median: 20, limit: 21.8, smallest: 0.09 };
  const since = index > 50 ? { since: 'night-50' } : {};
  const state =
    index < 14
      ? 'learning'
      : index > 50
        ? 'ongoing'
        : index === 50 || index === 30
          ? 'suspicious'
          : 'calm';
  return [
    sampleJudged(state, { measure: 'p50', value, ...known, ...since }),
    sampleJudged(index < 14 ? 'learning' : 'calm', {
      value: value * 1.6,
      ...known,
      ...(index < 14 ? {} : { median: 32, limit: 40 }),
    }),
    sampleJudged(index < 14 ? 'learning' : 'calm', {
      measure: 'errorRate',
      value: 0.0001 * (index % 3),
      ...known,
      ...(index < 14 ? {} : { median: 0.0001, limit: 0.0005 }),
    }),
  ];
};

const nightAt = (index: number): TrendNight => {
  const { runId, at } = sampleNight(index);
  const isInvalid = index === 20;
  return {
    runId,
    at,
    build: index >= 50 ? HOSTILE_BUILD : `1.${Math.floor(index / 10)}`,
    verdict: isInvalid ? 'INVALID' : 'PASS',
    judged: isInvalid ? [] : judgedOn(index),
    confirmed: index === 50 ? ['p50'] : [],
    changed: index === 40 ? ['data (d1, now d2)'] : [],
  };
};

/** Sixty nights of a series with every feature of the page. */
export const sampleTrend = (series = 'travel 1 load'): Trend => ({
  series,
  nights: Array.from({ length: 60 }, (_, index) => nightAt(index)),
  changes: [{ measure: 'p50', night: 50, before: 20, after: 23 }],
});

/** The night after those of the trend, with an ongoing and a new alarm. */
export const sampleResult = (change: Partial<NightResult> = {}): NightResult => {
  const night = sampleNight(59, 23);
  return {
    schema: 1,
    runId: night.runId,
    at: night.at,
    verdict: 'REGRESSION',
    exitCode: 1,
    meaning: NIGHT_MEANINGS.REGRESSION,
    target: { name: 'staging', build: HOSTILE_BUILD },
    profile: 'load',
    reasons: [],
    notes: ['the target sets no limits (load.slo)'],
    lasting: [],
    series: [
      {
        series: 'travel 1 load',
        line: 'travel',
        step: 1,
        verdict: 'REGRESSION',
        nights: 14,
        wanted: 14,
        judged: [
          sampleJudged('ongoing', {
            measure: 'p50',
            value: 23,
            median: 20,
            limit: 21.8,
            since: 'night-50',
          }),
          sampleJudged('suspicious'),
        ],
        outcome: sampleOutcome(night, true),
        changed: [],
      },
    ],
    page: '/runs/nightly.html',
    history: '/runs/nightly-history.jsonl',
    ...change,
  };
};
