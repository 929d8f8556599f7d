import { expect, test } from 'vitest';
import { healthOf } from '../measuring/health.ts';
import { testMeasured } from '../testing/test-measured.ts';
import { shortProfile } from '../testing/test-run.ts';
import { validityFacts, machineFacts, beyondText, valueText, limitText } from './validity.ts';
import type { MachineLoad } from '../measuring/machine-load.ts';

/** Facts about a run with this many TCP segments, and retransmitted ones. */
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
  return facts.find(({ name }) => name === 'retransmitted TCP segments');
};

test.for([
  ['a short run, of which a busy moment sent a few again', 400, 6, true],
  ['a short run, of which many were', 400, 40, false],
  ['a long run, at its limit', 100_000, 1000, true],
  ['a long run, beyond its limit', 100_000, 1100, false],
] as const)('%s', ([, segments, retransmits, ok]) => {
  expect(resent(segments, retransmits)).toMatchObject({ ok, value: retransmits / segments });
});

test('prints the limit that it judges by', () => {
  expect(resent(400, 40)?.limit).toBe(0.025);
  expect(resent(100_000, 0)?.limit).toBe(0.01);
  expect(resent(4, 0)?.limit).toBe(1);
});

const CALM: MachineLoad = { others: 0.03, pressure: 0.1, queue: 0.6 };
/** Two endless loops on two cores; the kernel prefers k6 if they are niced. */
const LOOPS: MachineLoad = { others: 0.9, pressure: 0.5, queue: 1.4 };
/** A service on the machine of the generator, under stress. */
const STRESS: MachineLoad = { others: 0.55, pressure: 0.85, queue: 2.5 };
const UNKNOWN: MachineLoad = { others: null, pressure: null, queue: null };
const STRICT = shortProfile({ validity: {} }).validity;
const SHARED = shortProfile().validity;

const brokenIn = (
  during: MachineLoad & { readonly steal?: number },
  rest: MachineLoad | null,
  isLocal: boolean,
  rules = STRICT,
): readonly string[] => {
  const health = { ...healthOf([]), steal: 0, ...during };
  return machineFacts({ health, rules, machine: { rest, isLocal } }).flatMap(({ ok, name }) =>
    ok ? [] : name,
  );
};

test.for([
  ['a calm machine', CALM, CALM, false, []],
  ['two endless loops, the service elsewhere', LOOPS, LOOPS, false, ['CPU of other processes']],
  [
    'two endless loops beside k6 and service',
    LOOPS,
    LOOPS,
    true,
    ['CPU of other processes, before the load'],
  ],
  ['a service that takes the machine by itself', STRESS, CALM, true, []],
  [
    'a machine that others take while the service is elsewhere',
    STRESS,
    CALM,
    false,
    ['CPU of other processes', 'time with tasks waiting for a CPU', 'runnable tasks'],
  ],
  [
    'another virtual machine',
    { ...CALM, steal: 0.2 },
    CALM,
    false,
    ['CPU taken by other virtual machines'],
  ],
  ['a platform that does not tell', UNKNOWN, null, false, []],
  ['a load that began before anybody looked', STRESS, null, true, []],
] as const)('%s', ([, during, rest, isLocal, broken]) => {
  expect(brokenIn(during, rest, isLocal)).toEqual(broken);
});

test('a profile for shared machines reports the facts and judges none, unless it says so', () => {
  expect(brokenIn(LOOPS, LOOPS, false, SHARED)).toEqual([]);
  expect(brokenIn(LOOPS, LOOPS, false, { ...SHARED, others: 0.2 })).toEqual([
    'CPU of other processes',
  ]);
});

test.each([
  [24.3, 24, '24.3'],
  [200.4, 200, '200.4'],
  [0.1004, 0.1, '0.1004'],
  [0.0004, 0, '0.00040'],
  [26.1, 20.04, '26'],
  [19.6, 20, '20'],
  [1000 / 299, 1000 / 299, '3.3'],
])('%d, at most %d allowed, is shown as %s', (value, most, text) => {
  expect(beyondText(value, most)).toBe(text);
});

test('a broken value is never printed like its limit', () => {
  const fact = { name: 'any', ok: false, unit: 'share' } as const;

  expect(valueText({ ...fact, value: 0.0403, limit: 0.04 })).toBe('4.03 %');
  expect(valueText({ ...fact, value: 0.9996, limit: 1, least: true })).toBe('99.96 %');
  expect(limitText({ ...fact, value: null, limit: 0.04 })).toBe('at most 4 %');
});
