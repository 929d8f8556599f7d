import { expect, test } from 'vitest';
import { checkProfile, loadProfile } from './load-profile.ts';
import { PROFILES } from './profiles.ts';

const STEPS = { kind: 'steps', description: 'x', steps: [{ rate: 10, seconds: 10 }] };

test.each(Object.keys(PROFILES))('%s is a profile', (name) => {
  expect(loadProfile(name).description).not.toBe('');
});

test.each([
  ['an unknown key', { ...STEPS, stepz: [] }, /stepz/],
  ['a rate of nothing', { ...STEPS, steps: [{ rate: 0, seconds: 10 }] }, /steps\[0\]\.rate/],
  ['a rate that no machine sends', { ...STEPS, steps: [{ rate: 1e6, seconds: 10 }] }, /rate/],
  [
    'not even one request',
    { ...STEPS, steps: [{ rate: 0.1, seconds: 1 }] },
    /steps\.0: 0\.1 a second for 1 s is not even one request/,
  ],
  ['no step at all', { ...STEPS, steps: [] }, /steps/],
  [
    'a limit on a line that is not run',
    { ...STEPS, limits: [{ on: { line: 'gap' }, p95: 1 }] },
    /limits\.0\.on\.line: gap is not among the lines/,
  ],
  [
    'a limit on a step that is not there',
    { ...STEPS, limits: [{ on: { step: 2 }, p95: 1 }] },
    /limits\.0\.on\.step: there is no step 2, only 1/,
  ],
  [
    'a limit on a tag that is none',
    { ...STEPS, limits: [{ on: { lien: 'gap' }, p95: 1 }] },
    /lien/,
  ],
  [
    'a limit of nothing',
    { ...STEPS, limits: [{ on: {} }] },
    /wanted p95, p99 or errorRate, got none/,
  ],
  ['an executor of its own', { ...STEPS, executor: 'ramping-vus' }, /executor/],
])('%s is refused before k6 starts', (_what, profile, message) => {
  expect(() => checkProfile(profile, 'mine.yaml', ['travel'])).toThrow(message);
});

test('an unknown name is refused with a guess', () => {
  expect(() => loadProfile('somke')).toThrow(/no profile "somke", did you mean smoke\?/);
});
