import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { checkProfile, loadProfile, ProfileError, PROFILES } from './load-profile.ts';

const STEPS = { kind: 'steps', description: 'x', steps: [{ rate: 10, seconds: 10 }] };

test.each(Object.keys(PROFILES))('%s is a valid profile', (name) => {
  expect(loadProfile(name).description).not.toBe('');
});

test.each([
  ['an unknown key', { ...STEPS, stepz: [] }, /stepz/],
  [
    'a rate of nothing',
    { ...STEPS, steps: [{ rate: 0, seconds: 10 }] },
    /steps\[0\]\.rate\n +expected +more than 0, or `to` for a ramp that begins with 0\n +got +0/,
  ],
  [
    'a ramp from nothing to nothing',
    { ...STEPS, steps: [{ rate: 0, to: 0, seconds: 10 }] },
    /at least one request\n +got +0 to 0 per second for 10 s/,
  ],
  [
    'hardly anything',
    { ...STEPS, steps: [{ rate: 0.01, seconds: 1000 }] },
    /steps\[0\]\.rate\n +expected +0, or at least 0\.1/,
  ],
  ['a warm-up of nothing', { ...STEPS, warmUp: { rate: 0, seconds: 10 } }, /warmUp\.rate/],
  ['a rate that no machine sends', { ...STEPS, steps: [{ rate: 1e6, seconds: 10 }] }, /rate/],
  [
    'not even one request',
    { ...STEPS, steps: [{ rate: 0.1, seconds: 1 }] },
    /steps\[0\]\n +expected +at least one request\n +got +0\.1 per second for 1 s/,
  ],
  ['no step at all', { ...STEPS, steps: [] }, /steps/],
  [
    'a limit on a line that is not run',
    { ...STEPS, limits: [{ on: { line: 'gap' }, p95: 1 }] },
    /limits\[0\]\.on\.line\n +expected +a line of this run: travel\n +got +gap/,
  ],
  [
    'a limit on a step that is not there',
    { ...STEPS, limits: [{ on: { step: 2 }, p95: 1 }] },
    /limits\[0\]\.on\.step\n +expected +the number of a step, 1 to 1\n +got +2/,
  ],
  [
    'a limit on a tag that is none',
    { ...STEPS, limits: [{ on: { lien: 'gap' }, p95: 1 }] },
    /lien/,
  ],
  [
    'a limit of nothing',
    { ...STEPS, limits: [{ on: {} }] },
    /expected +a percentile such as p95, max, errorRate or newConnections\n +got +no such limit/,
  ],
  [
    'a ramp without even one request',
    { ...STEPS, steps: [{ rate: 0.1, to: 0.2, seconds: 5 }] },
    /got +0\.1 to 0\.2 per second for 5 s/,
  ],
  [
    'a duration of another form',
    { ...STEPS, steps: [{ rate: 1, seconds: '30 sec' }] },
    /steps\[0\]\.seconds\n +expected +a number \(Seconds, or a duration: 30s, 2m, 1h30m\.\)\n +got +"30 sec"/,
  ],
  ['an executor of its own', { ...STEPS, executor: 'ramping-vus' }, /executor/],
])('%s is refused before k6 starts', (_what, profile, message) => {
  expect(() => checkProfile(profile, 'mine.yaml', ['travel'])).toThrow(message);
});

test('accepts a ramp and durations in k6 notation', () => {
  const steps = [{ rate: 10, to: 40, seconds: '1m30s' }];
  const profile = { kind: 'steps', warmUp: { rate: 5, seconds: '30s' }, calibration: '0s', steps };

  expect(checkProfile(profile, 'mine.yaml')).toMatchObject({
    warmUp: { rate: 5, seconds: 30 },
    calibration: 0,
    steps: [{ rate: 10, to: 40, seconds: 90 }],
  });
});

test.each([
  [0, 40],
  [40, 0],
])('a ramp from %d to %d', (rate, to) => {
  const profile = { kind: 'steps', steps: [{ rate, to, seconds: 10 }] };

  expect(checkProfile(profile, 'mine.yaml')).toMatchObject({ steps: [{ rate, to }] });
});

test('refuses an unknown name with a suggestion', () => {
  expect(() => loadProfile('somke')).toThrow(/no profile "somke", did you mean smoke\?/);
});

const refusalOf = (text: string): string => {
  const folder = mkdtempSync(join(tmpdir(), 'assay-profile-'));
  try {
    const file = join(folder, 'mine.yaml');
    writeFileSync(file, text);
    loadProfile(file);
    return 'taken';
  } catch (error) {
    return error instanceof ProfileError ? error.message.replaceAll(join(folder, '/'), '') : '';
  } finally {
    rmSync(folder, { recursive: true });
  }
};

test('refuses an invalid file like an invalid target: position, expected, got, what to do', () => {
  const message = refusalOf(
    'kind: steps\ndescription: 5\nrate: 3\nweights: { travle: 2 }\nsteps:\n  - rate: fast\n    secnds: 3\n  - { rate: 10, seconds: 0 }\n',
  );

  expect(message).toMatch(/^the profile has 7 problems:\n/);
  for (const problem of [
    /mine\.yaml:2:14 {2}description\n +expected +a text \(Purpose.*\)\n +got +5/,
    /mine\.yaml:3:7 {2}rate\n +expected +a key that a profile may have here: kind, .*\n +got +the unknown key rate\n +the profile has validity\.rate, warmUp\.rate; check the indentation/,
    /weights\.travle\n +expected +a key that a profile may have here: .*\n.*\n +did you mean travel\?/,
    /mine\.yaml:6:11 {2}steps\[0\]\.rate\n +expected +a number \(Price requests.*\)\n +got +"fast"/,
    /steps\[0\]\.secnds\n.*rate, to, seconds\n.*\n +did you mean seconds\?/,
    /steps\[0\]\.seconds\n +expected +a number \(Seconds, or a duration.*\)\n +got +nothing/,
    /steps\[1\]\.seconds\n +expected +more than 0 \(Seconds, or a duration.*\)\n +got +0/,
  ])
    expect(message).toMatch(problem);
  expect(message).not.toMatch(/Invalid|expected \w+, received|Unrecognized/);
});

test.each([
  [
    'kind: stpes',
    /mine\.yaml:1:7 {2}kind\n +expected +one of steps, capacity\n.*"stpes"\n +did you mean steps\?/,
  ],
  ['description: x', /kind\n +expected +one of steps, capacity\n +got +nothing/],
  ['kind: steps\ndescription: x\nsteps: []', /steps\n +expected +at least 1 item\n +got +\[\]/],
  [
    'kind: capacity\ndescription: x\nstart: 1\nseconds: 9\nsteps: []',
    /got +the unknown key steps\n +only a profile of kind steps has it/,
  ],
  ['- 1', /expected +an object of keys\n +got +\[1\]\n +the smallest profile/],
  ['', /expected +an object of keys\n +got +nothing/],
  ['kind: [', /the profile has a problem:\n {2}mine\.yaml:1:\d+\n +expected/],
])('%j is refused with what to do', (text, message) => {
  expect(refusalOf(text)).toMatch(message);
});
