import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeEach, expect, onTestFinished, test } from 'vitest';
import { testTarget } from '../../client/testing/test-target.ts';
import { randomFrom } from '../regression/testing/simulated-world.ts';
import type { LoadRecord } from '../../store/load/load-record.ts';
import { readHistory } from '../../store/nights/history-file.ts';
import {
  sampleFailedLoad,
  sampleLoadRecord,
  sampleSeries,
} from '../../reports/testing/sample-load.ts';
import type { Confirmation } from './confirm-night.ts';
import { conductNight, type MeasuredNight, type NightContext } from './conduct-night.ts';

// Simulated nights pass through the code of the command; only k6 and the service are missing. Thirty real ones are `npm
// run bench:nights`.

const BASIS = { k6: '2.2.0', script: 's', profile: 'p', data: 'd', machine: 'm' };
const FIRST = Date.UTC(2026, 2, 1, 2);

let file = '';
beforeEach(() => {
  const folder = mkdtempSync(join(tmpdir(), 'assay-night-'));
  file = join(folder, 'history.jsonl');
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
});

/** A run of two lines around these medians, in milliseconds. */
const runOf = (travel: number, gap = travel, change: Partial<LoadRecord> = {}): LoadRecord =>
  sampleLoadRecord({
    lines: [
      { line: 'travel', ...sampleSeries(30_000, travel) },
      { line: 'gap', ...sampleSeries(30_000, gap) },
    ],
    ...change,
  });

type Measure = (run: number) => LoadRecord | undefined;

const nightOf = async (
  index: number,
  measure: Measure,
  change: Partial<Omit<NightContext, 'confirmation'>> & Partial<Confirmation> = {},
): Promise<MeasuredNight> => {
  const { runs = 3, wait = () => Promise.resolve(true), ...rest } = change;
  let made = 0;
  return conductNight({
    target: await testTarget({ base_url: 'http://127.0.0.1:9', name: 'staging' }),
    isEmbedded: false,
    build: `1.${index}`,
    basis: BASIS,
    file,
    history: readHistory(file).lines,
    ...rest,
    confirmation: {
      runs,
      wait,
      measure: () => {
        made += 1;
        const record = measure(made);
        return Promise.resolve(record && { ...record, runId: `night-${index}-run-${made}` });
      },
      now: () => new Date(FIRST + index * 86_400_000),
      print: () => undefined,
    },
  });
};

/** Nights of 20 ms, which vary by 3 % from run to run. */
const learn = async (nights: number): Promise<readonly MeasuredNight[]> => {
  const chance = randomFrom(11);
  const all: MeasuredNight[] = [];
  for (let night = 0; night < nights; night += 1)
    all.push(
      await nightOf(night, () =>
        runOf(20 * (1 + 0.03 * chance.normal()), 30 * (1 + 0.03 * chance.normal())),
      ),
    );
  return all;
};

test('thirty nights, the service 15 % slower from night 22 on: one confirmed alarm, on that night', async () => {
  const chance = randomFrom(2026);
  const draw = (night: number, median: number): number =>
    median * (night >= 22 ? 1.15 : 1) * (1 + 0.03 * chance.normal());
  const opened: (readonly [night: number, series: string])[] = [];
  const verdicts: string[] = [];
  for (let night = 1; night <= 30; night += 1) {
    const { verdict, series } = await nightOf(night, () => runOf(draw(night, 20), draw(night, 30)));
    verdicts.push(verdict);
    for (const each of series)
      if (each.outcome?.measures.some(({ confirmed }) => confirmed))
        opened.push([night, each.series]);
  }
  expect(opened).toEqual([
    [22, 'travel 1 smoke'],
    [22, 'gap 1 smoke'],
  ]);
  expect(verdicts.slice(0, 14)).toEqual(Array.from({ length: 14 }, () => 'LEARNING'));
  expect(verdicts.slice(14, 21)).toEqual(Array.from({ length: 7 }, () => 'PASS'));
  // It is reported every night as long as it lasts, as the alarm of night 22.
  expect(verdicts.slice(21)).toEqual(Array.from({ length: 9 }, () => 'REGRESSION'));
});

test('a drift of 1 % a night raises an alarm against the initial level', async () => {
  const opened: unknown[] = [];
  for (let night = 0; night < 28; night += 1) {
    const level = 1.01 ** Math.max(0, night - 13);
    const [travel] = (await nightOf(night, () => runOf(20 * level, 30))).series;
    if (travel?.outcome) opened.push([night, travel.judged[0]?.drift, travel.verdict]);
  }
  expect(opened).toEqual([[22, true, 'REGRESSION']]);
});

test('a slow hour is suspicious, not confirmed, and passes', async () => {
  await learn(15);
  const { verdict, series } = await nightOf(15, (run) =>
    run === 1 ? runOf(30, 30) : runOf(20, 30),
  );
  expect(verdict).toBe('PASS');
  const [travel] = series;
  expect(travel?.judged.map(({ state }) => state)).toContain('suspicious');
  expect(travel?.outcome?.measures.every(({ confirmed }) => !confirmed)).toBe(true);
});

test('a night of a slow generator is no night, even if every limit held', async () => {
  const validity = [
    {
      name: 'overhead of the generator at the p95',
      shown: '14 ms',
      wanted: 'at most 8 ms',
      ok: false,
    },
  ] as unknown as LoadRecord['validity'];

  const reason = 'overhead of the generator at the p95: 14 ms (at most 8 ms)';
  const missed = { verdict: 'INVALID', reasons: [reason] } as const;

  for (const [night, change] of [{}, missed].entries()) {
    const { verdict, reasons } = await nightOf(night, () => runOf(20, 30, { validity, ...change }));
    expect({ verdict, reasons }).toEqual(missed);
  }
  const kept = readHistory(file).lines;
  expect(kept.map((line) => 'verdict' in line && line.verdict)).toEqual(
    Array.from({ length: 4 }, () => 'INVALID'),
  );
});

/** A run of two lines with this many requests each, in which only the slowest answers are slower. */
const tailOf = (count: number, slower: number): LoadRecord => {
  const series = sampleSeries(count, 20);
  const points = series.sketch?.points.map((each, index) => (index >= 98 ? each * slower : each));
  const sketch = { count, mean: 20, points: points ?? [] };
  return sampleLoadRecord({
    lines: [
      { line: 'travel', ...series, sketch },
      { line: 'gap', ...sampleSeries(30_000, 30) },
    ],
  });
};

test('a series with enough requests for p99 only every other night learns it all the same', async () => {
  const verdicts: string[] = [];
  for (let night = 0; night < 31; night += 1)
    verdicts.push((await nightOf(night, () => tailOf(night % 2 ? 9990 : 10_010, 1))).verdict);
  expect(verdicts.slice(14, 28).filter((each) => each === 'LEARNING')).toHaveLength(7);
  expect(verdicts.slice(28)).toEqual(['PASS', 'PASS', 'PASS']);
});

test('later runs with too few requests for a measure do not confirm it', async () => {
  for (let night = 0; night < 15; night += 1) await nightOf(night, () => tailOf(10_010, 1));
  const one = await nightOf(15, (run) => tailOf(run <= 2 ? 10_010 : 9990, 2));
  expect(one.series[0]?.outcome?.measures).toMatchObject([{ measure: 'p99', confirmed: false }]);
  expect(one.verdict).toBe('PASS');
  expect((await nightOf(16, () => tailOf(10_010, 2))).verdict).toBe('REGRESSION');
});

test('the night is saved before the hour of waiting, and a stop during it settles nothing', async () => {
  await learn(15);
  let kept = 0;
  const { verdict, reasons } = await nightOf(15, () => runOf(30, 30), {
    wait: () => {
      kept = readHistory(file).lines.length;
      return Promise.resolve(false);
    },
  });
  expect(kept).toBe(32);
  expect(verdict).toBe('INVALID');
  expect(reasons).toEqual(['the night was stopped before further runs could confirm it']);
  expect((await nightOf(16, () => runOf(20, 30))).series[0]?.nights).toBe(14);
});

test('repeats invalid runs of a block, and settles nothing after too many', async () => {
  await learn(15);
  const invalid = runOf(30, 30, { verdict: 'INVALID', exitCode: 3, reasons: ['late'] });
  const spared = await nightOf(15, (run) => (run === 2 || run === 4 ? invalid : runOf(30, 30)));
  expect(spared.verdict).toBe('REGRESSION');
  rmSync(file);
  await learn(15);
  const { verdict, reasons } = await nightOf(15, (run) => (run > 1 ? invalid : runOf(30, 30)));
  expect(verdict).toBe('INVALID');
  expect(reasons).toContain('3 valid runs were required to confirm it, but there were only 0');
});

test('a night with wrong answers fails without comparison; an invalid one is saved and does not count', async () => {
  await learn(15);
  const wrong = await nightOf(15, () => sampleFailedLoad());
  expect(wrong.verdict).toBe('FAIL');
  expect(wrong.series.flatMap(({ judged }) => judged)).toEqual([]);
  const invalid = await nightOf(16, () => runOf(90, 90, { verdict: 'INVALID', exitCode: 3 }));
  expect(invalid.verdict).toBe('INVALID');
  expect((await nightOf(17, () => runOf(20, 30))).verdict).toBe('PASS');
});

test('a missed limit is a FAIL, whatever the earlier nights were', async () => {
  await learn(15);
  const missed = runOf(20, 30, { verdict: 'FAIL', exitCode: 1, reasons: ['gap, p95 in ms: 60'] });
  expect(await nightOf(15, () => missed)).toMatchObject({
    verdict: 'FAIL',
    reasons: ['gap, p95 in ms: 60'],
  });
});

test('a changed digest starts a new series and is named', async () => {
  await learn(15);
  const { verdict, notes } = await nightOf(15, () => runOf(99, 99), {
    basis: { ...BASIS, data: 'other' },
  });
  expect(verdict).toBe('LEARNING');
  expect(notes).toContain('travel 1 smoke: a new series begins, since data (d, now other) changed');
});

test('an error of the harness and an immediate stop leave the history unchanged', async () => {
  await learn(2);
  const before = readFileSync(file, 'utf8');
  const error = await nightOf(2, () => runOf(20, 20, { verdict: 'ERROR', exitCode: 4 }));
  expect(error.verdict).toBe('ERROR');
  expect((await nightOf(3, () => undefined)).verdict).toBe('INVALID');
  expect(readFileSync(file, 'utf8')).toBe(before);
});

test('a night without any measured line is not OK', async () => {
  const night = await nightOf(1, () => runOf(20, 20, { lines: [], steps: [] }));
  expect(night).toMatchObject({ verdict: 'INVALID', reasons: ['no series was measured'] });
});
