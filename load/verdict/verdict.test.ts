import { expect, test } from 'vitest';
import type { Finding } from '../../oracles/finding.ts';
import type { Measurements, Series } from '../measuring/measure.ts';
import { testMeasured } from '../testing/test-measured.ts';
import type { ValidityFact } from './validity.ts';
import { decide, harmlessOverhead, type LoadEvidence } from './verdict.ts';

const series: Series = {
  planned: 100,
  dropped: 0,
  requests: 100,
  wantedRate: 10,
  rate: 10,
  errors: 0,
  unanswered: {},
  connections: 0,
  statuses: {},
  judged: 100,
  wrong: 0,
  sketch: { count: 100, mean: 5, points: [5] },
};
const measured = testMeasured({ lines: { gap: series } });
const fine: LoadEvidence = { findings: [], problems: [], facts: [], measured, closed: [] };
const broken: ValidityFact = {
  name: 'schedule lag, p99',
  value: 90,
  limit: 10,
  unit: 'ms',
  ok: false,
};
/** The generator was slow, which lengthens what it measures. */
const overhead: ValidityFact = { ...broken, name: 'overhead of the generator at the p95' };
const missed = {
  on: {},
  metric: 'm',
  expression: 'p(95)<=5',
  most: 5,
  dropped: 0,
  starts: 100,
  kind: 'latency',
  what: 'gap, p95 in ms',
  ok: false,
  actual: 9,
} as const;
const slow: Measurements = { ...measured, thresholds: [missed] };
const quick: Measurements = { ...measured, thresholds: [{ ...missed, ok: true, actual: 3 }] };
const failing: Measurements = {
  ...measured,
  thresholds: [
    { ...missed, ok: true, actual: 3 },
    { ...missed, kind: 'errors', what: 'errors' },
  ],
};
const wrong = (n: number): Finding & { step: number } => ({
  requirement: 'STATUS-01',
  operation: 'gap.price-request',
  verdict: 'fail',
  wanted: 'a',
  got: 'b',
  exchanges: [n],
  test: 't',
  attempt: 1,
  seed: 1,
  step: 1,
});
const twice = [wrong(1), wrong(2)];
const harness = { fault: 'harness', text: 'a script threw' } as const;

test.each([
  ['nothing wrong', fine, 'PASS'],
  ['a limit missed', { ...fine, measured: slow }, 'FAIL'],
  [
    'a limit missed by a generator that was late',
    { ...fine, measured: slow, facts: [broken] },
    'INVALID',
  ],
  ['a limit kept by a slow generator', { ...fine, measured: quick, facts: [overhead] }, 'PASS'],
  [
    'a limit missed by more than the overhead of the generator',
    { ...fine, measured: slow, facts: [{ ...overhead, value: 3 }] },
    'FAIL',
  ],
  ['a limit missed by a slow generator', { ...fine, measured: slow, facts: [overhead] }, 'INVALID'],
  [
    'a trend missed by a slow generator',
    { ...fine, measured: quick, facts: [overhead], trend: { missed: ['rises'], unsure: [] } },
    'INVALID',
  ],
  [
    'errors beyond their limit, seen by a slow generator',
    { ...fine, measured: failing, facts: [overhead] },
    'FAIL',
  ],
  ['wrong twice', { ...fine, findings: twice }, 'FAIL'],
  [
    'wrong twice with a generator that was late',
    { ...fine, findings: twice, facts: [broken] },
    'FAIL',
  ],
  ['wrong once', { ...fine, findings: [wrong(1)] }, 'INCONCLUSIVE'],
  ['wrong once and a limit missed', { ...fine, findings: [wrong(1)], measured: slow }, 'FAIL'],
  ['the harness at fault', { ...fine, findings: twice, problems: [harness] }, 'ERROR'],
  [
    'the measurement disturbed',
    { ...fine, problems: [{ fault: 'measurement', text: 'x' }] },
    'INVALID',
  ],
  ['nothing measured', { ...fine, measured: undefined }, 'INVALID'],
  [
    'a line that took no price request',
    { ...fine, closed: [{ line: 'travel', why: 'no draft could be created' }] },
    'INCONCLUSIVE',
  ],
  [
    'a service that stopped answering in the last moment',
    { ...fine, silence: 'the service stopped answering' },
    'INCONCLUSIVE',
  ],
  [
    'a line of which no price request succeeded, whatever is allowed',
    { ...fine, measured: { ...measured, lines: { gap: { ...series, errors: 1, sketch: null } } } },
    'INCONCLUSIVE',
  ],
  ['no line at all', { ...fine, measured: { ...measured, lines: {} } }, 'INVALID'],
  [
    'a run that was stopped, with a limit missed',
    { ...fine, measured: slow, problems: [{ fault: 'measurement', text: 'stopped by SIGTERM' }] },
    'INVALID',
  ],
  [
    'no journey that came to its end',
    { ...fine, measured: { ...measured, journeys: { begun: 3, ended: 0, sketch: null } } },
    'INCONCLUSIVE',
  ],
  [
    'errors without a limit',
    { ...fine, measured: { ...measured, lines: { gap: { ...series, errors: 2 } } } },
    'INCONCLUSIVE',
  ],
] as const)('%s', (_what, evidence, verdict) => {
  const decision = decide(evidence);
  expect(decision.verdict).toBe(verdict);
  expect(decision.reasons.length > 0).toBe(verdict !== 'PASS');
});

test('names the overhead that decided nothing', () => {
  const notes = harmlessOverhead({ ...fine, measured: quick, facts: [overhead] });

  expect(notes).toEqual([
    'overhead of the generator at the p95: 90 ms (at most 10 ms), without which every latency would be shorter',
  ]);
  expect(harmlessOverhead({ ...fine, measured: slow, facts: [overhead] })).toEqual([]);
});

test('the same exchange twice is one wrong answer', () => {
  expect(decide({ ...fine, findings: [wrong(1), wrong(1)] }).verdict).toBe('INCONCLUSIVE');
});

test('a stopped run reports its signal, and no consequences of it', () => {
  const problems = [{ fault: 'measurement', text: 'stopped by SIGTERM' }] as const;
  const { reasons } = decide({ ...fine, measured: slow, facts: [broken], problems });

  expect(reasons).toEqual(['stopped by SIGTERM']);
});

test('requirements broken by the same answers share a sentence', () => {
  const of = (requirement: Finding['requirement'], got: string): (Finding & { step: number })[] =>
    [7, 8].map((n) => ({
      requirement,
      operation: 'gap.price-request',
      verdict: 'fail',
      wanted: 'EUR',
      got,
      exchanges: [n],
      test: 'load',
      seed: 1,
      attempt: 1,
      step: 1,
    }));
  const findings = [...of('PRICE-01', 'USD'), ...of('PRICE-02', 'USD'), ...of('PRICE-03', 'none')];

  expect(decide({ ...fine, findings }).reasons).toEqual([
    'PRICE-01 and 1 more like it on gap.price-request: expected EUR, got USD (2 times or more, first in step 1)',
    'PRICE-03 on gap.price-request: expected EUR, got none (2 times or more, first in step 1)',
  ]);
});
