import { expect, test } from 'vitest';
import { exitCodeOf, type RunCircumstances } from './exit-code.ts';
import type { Verdict } from './finding.ts';

test.each<[number, readonly Verdict[], RunCircumstances]>([
  [0, ['pass', 'observed', 'not-applicable', 'waived'], {}],
  [3, ['pass', 'inconclusive', 'waived'], {}],
  [3, [], {}],
  [3, ['pass'], { stopped: true }],
  [5, ['pass'], { staleWaiver: true }],
  [5, ['pass', 'inconclusive'], { staleWaiver: true, stopped: true }],
  [1, ['pass', 'inconclusive', 'fail'], { staleWaiver: true, stopped: true }],
  [2, ['pass', 'inconclusive', 'fail'], { stopped: true, credentialEnded: true }],
  [4, ['error', 'fail', 'inconclusive'], { stopped: true, credentialEnded: true }],
])('exit %i for %j with %j', (code, verdicts, circumstances) => {
  expect(exitCodeOf(verdicts, circumstances)).toBe(code);
});
