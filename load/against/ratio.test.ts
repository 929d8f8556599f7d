import { expect, test } from 'vitest';
import { sketchOfSample } from '../measuring/quantile-sketch.ts';
import { randomFrom } from '../regression/testing/simulated-world.ts';
import { type Pair, type Ratio, ratiosOf, ratioText, verdictText } from './ratio.ts';

interface World {
  readonly seed: number;
  /** Price requests of a block. */
  readonly requests?: number;
  readonly pairs?: number;
  /** Factor by which the candidate is slower. */
  readonly slower?: number;
  /** Standard deviation of a block's level, and drift from each block to the next. */
  readonly noise?: number;
  readonly drift?: number;
  /** Share of the candidate's answers that are 60 ms later. */
  readonly tail?: number;
}

/** Pairs of blocks in turns A B B A, of a service that takes about 8 ms. */
const pairsOf = ({
  seed,
  requests = 250,
  pairs = 12,
  slower = 1,
  noise = 0.04,
  drift = 0,
  tail = 0,
}: World): readonly Pair[] => {
  const chance = randomFrom(seed);
  let nth = 0;
  const block = (factor: number, late: number) => {
    const level = 8 * factor * Math.exp(noise * chance.normal()) * (1 + drift) ** (nth += 1);
    return sketchOfSample(
      Array.from(
        { length: requests },
        () => level * Math.exp(0.35 * chance.normal()) + (chance.uniform() < late ? 60 : 0),
      ),
    );
  };
  return Array.from({ length: pairs }, (_, index) => {
    if (index % 2 === 0) return { baseline: block(1, 0), candidate: block(slower, tail) };
    const candidate = block(slower, tail);
    return { baseline: block(1, 0), candidate };
  });
};

const ratios = (world: World): readonly Ratio[] => ratiosOf([['gap', pairsOf(world)]]).ratios;

const count = (worlds: readonly Omit<World, 'seed'>[], verdict: Ratio['verdict']): number =>
  worlds.flatMap((world, index) =>
    ratios({ ...world, seed: index + 1 }).some((each) => each.verdict === verdict) ? [1] : [],
  ).length;

const times = (n: number, world: Omit<World, 'seed'>): readonly Omit<World, 'seed'>[] =>
  Array.from({ length: n }, () => world);

test.each([
  ['on a calm machine', {}],
  ['on a busy machine', { noise: 0.15 }],
  ['in few short blocks', { pairs: 4, requests: 50 }],
  ['while all becomes slower by 2 % from block to block', { drift: 0.02 }],
])('equal builds show no difference in 100 comparisons %s', (_where, world) => {
  expect(count(times(100, world), 'slower')).toBe(0);
  expect(count(times(100, world), 'faster')).toBe(0);
});

test.each([
  ['all of it is 15 % slower, in ten minutes', { slower: 1.15, pairs: 24 }, 'slower'],
  ['all of it is 31 % slower, in blocks of a busy machine', { slower: 1.31, noise: 0.1 }, 'slower'],
  ['8 % are 60 ms later, which only the p95 tells', { tail: 0.08 }, 'slower'],
  ['twice as slow, in four short blocks', { slower: 2, pairs: 4, requests: 100 }, 'slower'],
  ['all of it is 20 % faster', { slower: 0.8 }, 'faster'],
] as const)('detects at least 19 of 20 differing candidates if %s', (_what, world, verdict) => {
  expect(count(times(20, world), verdict)).toBeGreaterThanOrEqual(19);
});

test('the interval contains the true ratio, and milliseconds of the same magnitude', () => {
  const all = times(60, { slower: 1.31 }).flatMap((world, seed) => ratios({ ...world, seed }));
  const held = all.filter(({ least, most }) => least <= 1.31 && 1.31 <= most);

  expect(all).toHaveLength(120);
  expect(held.length).toBeGreaterThanOrEqual(118);
  for (const { ratio, baseline, candidate } of all)
    expect(candidate / baseline).toBeCloseTo(ratio, 9);
});

test('reports a difference below the tolerance, but not as a slower candidate', () => {
  const [p50] = ratios({ seed: 3, slower: 1.03, noise: 0.001, requests: 2000, pairs: 24 });

  expect(p50).toMatchObject({ percentile: 50, verdict: 'none' });
  expect(p50 && verdictText(p50)).toMatch(
    /^candidate slower by [\d.]+ % to [\d.]+ %, not significantly more than 5 %$/,
  );
});

test('a ratio that may be 1.5 or more is not called equal', () => {
  const found = ratios({ seed: 5, pairs: 4, noise: 0.5 });

  expect(found.map(({ verdict }) => verdict)).toEqual(['undecided', 'undecided']);
});

test('does not compare a percentile of too few answers, and reports the required number', () => {
  const pairs = pairsOf({ seed: 1, pairs: 4, requests: 30 });
  const { ratios: compared, uncompared } = ratiosOf([
    ['gap', pairs],
    ['travel', [{ baseline: pairs[0]?.baseline, candidate: undefined }]],
  ]);

  expect(compared.map(({ line, percentile }) => [line, percentile])).toEqual([['gap', 50]]);
  expect(uncompared).toContainEqual({
    line: 'gap',
    percentile: 95,
    why: 'a block has only 30 answers, and 40 are required',
    isWanted: true,
  });
  expect(uncompared.filter(({ line }) => line === 'travel')).toHaveLength(3);
});

test('the sentence states which build is slower', () => {
  const [p50] = ratios({ seed: 1, slower: 1.31 });

  expect(p50 && ratioText(p50)).toMatch(
    /^the candidate is 1\.3\d \(1\.[23]\d to 1\.[34]\d\) times as slow as the baseline on gap p50$/,
  );
});
