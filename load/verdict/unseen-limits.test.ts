import { expect, onTestFinished, test } from 'vitest';
import { testTarget } from '../../client/testing/test-target.ts';
import { generate, type GenerationResult } from '../preparation/generate.ts';
import { healthOf } from '../measuring/health.ts';
import { k6Options } from '../k6/k6-options.ts';
import { judgeLimits } from './judge-limits.ts';
import { plannedThresholds, type Threshold } from './limits.ts';
import { readMeasurements } from '../measuring/measure.ts';
import { scheduleOf } from '../measuring/schedule.ts';
import { pathOfK6 } from '../testing/test-k6.ts';
import { shortProfile } from '../testing/test-run.ts';
import { startTestService } from '../testing/test-service.ts';
import { validityFacts } from './validity.ts';
import { decide } from './verdict.ts';

// Cases in which k6 lets a limit hold without any sample, or counts a missing answer as one.

const k6Of = pathOfK6();

/** Sends load to an address with these thresholds, and decides like a run. */
const decided = async (k6: string, address: string, thresholds: readonly Threshold[]) => {
  const profile = shortProfile({ steps: [{ rate: 10, seconds: 1 }] });
  const schedule = scheduleOf(profile, ['gap']);
  const generated: GenerationResult = await generate({
    k6,
    runId: 'test',
    target: await testTarget({ base_url: address }),
    schedule,
    thresholds,
    lines: {
      gap: {
        rows: [`${address}/price-requests\n{}`],
        expected: {
          status: 200,
          lastModified: true,
          varying: [],
          compareNumbers: true,
        },
        rests: [undefined],
      },
    },
    headers: {},
    pace: () => 0.5,
    judgeEvery: 100,
  });
  const { summary, problems } = generated;
  const measured =
    summary &&
    readMeasurements(summary, schedule, judgeLimits(summary, { thresholds, schedule }, 0), [], []);
  const facts = measured
    ? validityFacts({
        measured,
        health: healthOf([]),
        calibration: undefined,
        limits: [],
        rules: profile.validity,
        allowed: undefined,
      })
    : [];
  return {
    generated,
    measured,
    decision: decide({ findings: [], problems, facts, measured, closed: [] }),
  };
};

test('a service that refuses every connection is not green, though k6 exits with 0', async (context) => {
  const k6 = k6Of(context);
  const service = await startTestService();
  await service.close();
  const { generated, decision, measured } = await decided(k6, service.address, []);
  expect(generated.problems).toEqual([]);
  expect(decision.verdict).toBe('INCONCLUSIVE');
  expect(decision.reasons[0]).toMatch(
    /^gap: 100 % of the price requests failed \(\d+ connection refused\)/,
  );
  const { gap } = measured?.lines ?? {};
  expect(gap).toMatchObject({ sketch: null, unanswered: { refused: gap?.requests } });
  expect(measured?.answered).toBe(0);
});

test("a limit on an unused tag is INVALID, though k6's threshold would hold", async (context) => {
  const k6 = k6Of(context);
  const service = await startTestService();
  onTestFinished(() => service.close());
  const mistyped = plannedThresholds([{ on: { step: 7 }, p95: 1 }]);
  const { decision } = await decided(k6, service.address, mistyped);
  expect(decision.verdict).toBe('INVALID');
  expect(decision.reasons).toEqual(['all lines, step 7, p95 in ms: no price request was sent']);
});

const optionsWith = (users?: number) =>
  k6Options({
    schedule: scheduleOf(shortProfile(), ['gap']),
    lines: ['gap'],
    thresholds: plannedThresholds([{ on: { line: 'gap' }, 'p99.999': 5, p95: 5 }]),
    pace: () => 1,
    users,
    journeys: 1,
    deadline: 1000,
  });

test('the options contain the number of virtual users and the metrics of the limits', () => {
  const users = (options: ReturnType<typeof k6Options>) =>
    (options['scenarios'] as Record<string, object>)['gap-1'];
  expect(users(optionsWith(7))).toMatchObject({ preAllocatedVUs: 7, maxVUs: 7 });
  expect(users(optionsWith())).toMatchObject({ preAllocatedVUs: 40, maxVUs: 40 });
  expect(optionsWith()['summaryTrendStats']).toContain('p(99.999)');
  expect(optionsWith()['thresholds']).toMatchObject({
    'assay_reconnected{line:gap,phase:measure}': [],
  });
});

test('the options contain no key that k6 would ignore', () => {
  const options = optionsWith();
  expect(Object.keys(options).toSorted()).toEqual([
    'maxRedirects',
    'scenarios',
    'summaryTrendStats',
    'systemTags',
    'thresholds',
    'userAgent',
  ]);
});
