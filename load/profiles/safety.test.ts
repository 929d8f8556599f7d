import { expect, test } from 'vitest';
import { testTarget } from '../../client/testing/test-target.ts';
import type { Target } from '../../client/target.ts';
import { checkProfile } from './load-profile.ts';
import { safetyProblems, sharingProblems } from './safety.ts';

const LOAD = { lines: ['travel', 'gap'], rate: 100, seconds: 60 } as const;
const problems = async (target: Partial<Target>, load = LOAD) =>
  safetyProblems(await testTarget(target), load, new Date('2026-03-01T00:00:00Z'));

/** A JWT that expires this many seconds after the moment of these tests. */
const jwt = (seconds: number): string => {
  const part = (value: unknown): string => Buffer.from(JSON.stringify(value)).toString('base64url');
  return `${part({ alg: 'none' })}.${part({ exp: Date.UTC(2026, 2, 1) / 1000 + seconds })}.c2lnbmF0dXJl`;
};

test.each(['http://127.0.0.1:80', 'http://localhost:80', 'http://[::1]:80'])(
  '%s is this machine',
  async (base_url) => {
    expect(await problems({ base_url })).toEqual([]);
  },
);

test.each([
  ['no limit', {}],
  ['allowed without a limit', { allow: true }],
  ['a limit without leave', { maxRate: 1000 }],
])('refuses load on another machine with %s', async (_what, load) => {
  const [problem] = await problems({ base_url: 'https://staging.example', load });
  expect(problem).toMatch(/^https:\/\/staging\.example is not this machine.*allow: true, maxRate/);
});

test('another machine gets load up to its limit', async () => {
  const base_url = 'https://staging.example';
  expect(await problems({ base_url, load: { allow: true, maxRate: 100 } })).toEqual([]);
  expect(await problems({ base_url, load: { allow: true, maxRate: 99 } })).toEqual([
    expect.stringMatching(
      /sends 100 requests per second, but load\.maxRate of the target allows 99/,
    ),
  ]);
});

test("the target's own rate limit applies", async () => {
  expect(await problems({ limits: { requestsPerSecond: 50 } })).toEqual([
    expect.stringMatching(/limits\.requestsPerSecond of the target allows 50/),
  ]);
});

test.each([
  ['a token that lives long enough', 181, 0],
  ['a token that would expire on the way', 179, 1],
])('%s', async (_what, seconds, count) => {
  const identities = { owner: { auth: { scheme: 'bearer', token: jwt(seconds) } } } as const;
  expect(await problems({ identities })).toHaveLength(count);
});

test('the declared lifetime of the credential applies', async () => {
  expect(await problems({ load: { credentialSeconds: 100 } })).toEqual([
    'the credential is valid for 100 s, but this profile takes 180 s; use one with a longer lifetime, or a shorter profile',
  ]);
});

test('instances share a measured step, however long the warm-up is', () => {
  const steps = {
    kind: 'steps',
    warmUp: { rate: 100, seconds: 5 },
    steps: [{ rate: 3, seconds: 2 }],
  };
  const profile = checkProfile(steps, 'mine.yaml');

  expect(sharingProblems(profile, ['gap'], 6)).toEqual([]);
  expect(sharingProblems(profile, ['gap'], 8)).toEqual([
    expect.stringMatching(/8 instances cannot share .* sends 6 price requests of a line in a step/),
  ]);
});
