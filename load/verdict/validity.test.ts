import { expect, test } from 'vitest';
import { healthOf } from '../measuring/health.ts';
import { testMeasured } from '../testing/test-measured.ts';
import { shortProfile } from '../testing/test-run.ts';
import { validityFacts } from './validity.ts';

/** What is said of a run in which so many TCP segments were sent, and so many of them again. */
const resent = (segments: number, retransmits: number) => {
  const machine = { steal: 0, others: 0, pressure: 0, queue: 0 };
  const sample = { at: 0, cpu: 0.1, memory: 1, throttled: 0, segments, retransmits, ...machine };
  const facts = validityFacts({
    measured: testMeasured(),
    health: healthOf([sample]),
    calibration: undefined,
    limits: [],
    rules: shortProfile({ validity: {} }).validity,
    allowed: undefined,
  });
  return facts.find(({ name }) => name === 'TCP segments sent again');
};

test.for([
  ['a short run, of which a busy moment sent a few again', 400, 6, true],
  ['a short run, of which many were', 400, 40, false],
  ['a long run, at its limit', 100_000, 1000, true],
  ['a long run, beyond its limit', 100_000, 1100, false],
] as const)('%s', ([, segments, retransmits, ok]) => {
  expect(resent(segments, retransmits)).toMatchObject({ ok, value: retransmits / segments });
});

test('the limit is told as it is judged', () => {
  expect(resent(400, 40)?.limit).toBe(0.025);
  expect(resent(100_000, 0)?.limit).toBe(0.01);
  expect(resent(4, 0)?.limit).toBe(1);
});
