import { expect, test } from 'vitest';
import { k6Options } from '../k6/k6-options.ts';
import { durationOf } from '../measuring/schedule.ts';
import { PROFILES, checkProfile } from '../profiles/load-profile.ts';
import type { ProfileInput, StepsProfile } from '../profiles/profile.ts';
import { shortProfile } from '../testing/test-run.ts';
import { type Block, blocksOf, scheduleBlocks, blockProblems, withWarmUp } from './blocks.ts';

const built = (name: keyof typeof PROFILES): StepsProfile => {
  const profile: ProfileInput = PROFILES[name];
  return checkProfile(profile, name) as StepsProfile;
};

const measured = (blocks: readonly Block[]): readonly Block[] =>
  blocks.filter(({ step }) => step > 0);

test('the builds alternate A B B A, after a warm-up each, with a pause after every block', () => {
  const blocks = blocksOf(withWarmUp(shortProfile({ steps: [{ rate: 20, seconds: 10 }] })), 1);

  expect(blocks.map(({ side }) => side.charAt(0)).join('')).toBe('bcbccbbccb');
  expect(blocks.map(({ start }) => start)).toEqual([0, 3, 6, 9.5, 13, 16.5, 20, 23.5, 27, 30.5]);
  expect(new Set(measured(blocks).map(({ seconds }) => seconds))).toEqual(new Set([2.5]));
});

test.each([
  ['smoke', 4],
  ['load', 24],
  ['stress', 20],
  ['spike', 24],
  ['soak', 24],
] as const)('%s gives each build its whole duration, in %i blocks', (name, count) => {
  const profile = built(name);
  const own = measured(blocksOf(withWarmUp(profile), 1)).filter(({ side }) => side === 'baseline');

  expect(blockProblems(profile)).toEqual([]);
  expect(own).toHaveLength(count);
  for (const [index, { seconds }] of profile.steps.entries()) {
    const inStep = own.filter(({ step }) => step === index + 1);
    expect(inStep.length % 2).toBe(0);
    expect(inStep.reduce((sum, block) => sum + block.seconds, 0)).toBeCloseTo(seconds, 1);
  }
});

test('a line with few requests per second has longer blocks', () => {
  const steps = [{ rate: 20, seconds: 60 }];
  const all = measured(blocksOf(shortProfile({ steps }), 1));
  const few = measured(blocksOf(shortProfile({ steps, weights: { gap: 0.25 } }), 1));

  expect([all.length, few.length]).toEqual([48, 12]);
});

test('a ramp continues from block to block, the same for both builds', () => {
  const profile = shortProfile({ steps: [{ rate: 20, to: 60, seconds: 10 }] });
  const blocks = blocksOf(withWarmUp(profile), 1);
  const rates = (['baseline', 'candidate'] as const).map((side) =>
    scheduleBlocks(blocks, withWarmUp(profile), ['gap'], side, 1)
      .filter(({ step }) => step > 0)
      .map(({ rate, to, unit }) => [rate / unit, (to ?? 0) / unit]),
  );

  expect(rates[0]).toEqual([
    [20, 30],
    [30, 40],
    [40, 50],
    [50, 60],
  ]);
  expect(rates[1]).toEqual(rates[0]);
});

test('a ramp from zero is warmed up with its mean rate, and continues from block to block', () => {
  const profile = withWarmUp(shortProfile({ steps: [{ rate: 0, to: 40, seconds: 10 }] }));
  const blocks = blocksOf(profile, 1);
  const all = scheduleBlocks(blocks, profile, ['gap'], 'candidate', 1);

  expect(all.map(({ rate, to, unit }) => [rate / unit, (to ?? rate) / unit])).toEqual([
    [20, 20],
    [0, 10],
    [10, 20],
    [20, 30],
    [30, 40],
  ]);
});

test('a profile that is too short reports the necessary duration', () => {
  expect(blockProblems(shortProfile({ steps: [{ rate: 20, seconds: 6 }] }))).toEqual([
    '--against: step 1 of the profile takes 6 s, but each build needs 4 blocks of at least 2 s; set 8 s or more',
  ]);
});

test('no side sends price requests in the other’s blocks, and k6 measures every block', () => {
  const profile = withWarmUp(shortProfile({ steps: [{ rate: 20, seconds: 20 }] }));
  const blocks = blocksOf(profile, 2);
  const sides = (['baseline', 'candidate'] as const).map((side) =>
    scheduleBlocks(blocks, profile, ['gap', 'travel'], side, 2),
  );
  const all = sides.flat().toSorted((a, b) => a.start - b.start);
  const [own = []] = sides;

  for (const { start, seconds } of own)
    for (const other of sides[1] ?? [])
      expect(start + seconds + 2 <= other.start || other.start + other.seconds + 2 <= start).toBe(
        true,
      );
  expect(durationOf(all)).toBe(2 * 4 + 16 * 4.5 - 2);
  const order = { schedule: own, lines: ['gap', 'travel'] as const, thresholds: [] };
  const options = k6Options({ ...order, pace: () => 1, journeys: 0, deadline: 30_000 });
  expect(Object.keys(options['thresholds'] as object)).toEqual(
    expect.arrayContaining([
      'http_req_duration{scenario:gap-1-1,expected_response:true}',
      'http_req_duration{scenario:travel-1-8,expected_response:true}',
    ]),
  );
  expect(options['scenarios']).toMatchObject({
    'gap-1-1': { gracefulStop: '2s', tags: { step: '1', phase: 'measure' } },
  });
});
