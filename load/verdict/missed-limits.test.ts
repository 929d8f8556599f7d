import { expect, test } from 'vitest';
import type { Measurements } from '../measuring/measure.ts';
import { testMeasured } from '../testing/test-measured.ts';
import type { ThresholdResult } from './judge-limits.ts';
import type { ValidityFact } from './validity.ts';
import { decide, type LoadEvidence } from './verdict.ts';

const series = {
  planned: 200,
  dropped: 100,
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
const fact = (name: string): ValidityFact => ({ name, value: 9, limit: 1, unit: 'ms', ok: false });
const late = fact('schedule lag, p99');
const dropped = fact('gap: starts dropped');

const missed: ThresholdResult = {
  on: {},
  metric: 'm',
  expression: 'p(95)<=5',
  most: 5,
  dropped: 100,
  starts: 200,
  kind: 'latency',
  what: 'gap, p95 in ms',
  ok: false,
  actual: 9,
};
const kept = { ...missed, ok: true };
const errors = { ...missed, kind: 'errors' } as const;
const connections = { ...missed, kind: 'connections' } as const;
const open = (why: NonNullable<ThresholdResult['open']>['why']): ThresholdResult => ({
  ...missed,
  open: { why, text: 'it depends' },
});

const of = (
  thresholds: Measurements['thresholds'],
  facts: LoadEvidence['facts'],
): LoadEvidence => ({
  findings: [],
  problems: [],
  facts,
  measured: testMeasured({ lines: { gap: series }, thresholds }),
  closed: [],
});

test.each([
  [
    'a service that answers nothing, and keeps every virtual user waiting',
    [errors],
    [dropped],
    'FAIL',
  ],
  [
    'a generator that was late, and a service that answers nothing',
    [errors],
    [dropped, late],
    'INVALID',
  ],
  ['starts dropped, without any limit', [], [dropped], 'INVALID'],
  [
    'starts dropped on a line without a limit',
    [{ ...kept, on: { line: 'travel' } }],
    [dropped],
    'INVALID',
  ],
  ['starts dropped, with a limit that holds all the same', [kept], [dropped], 'PASS'],
  ['starts dropped, with a limit that is missed all the same', [missed], [dropped], 'FAIL'],
  ['a limit that depends on what was dropped', [open('dropped')], [dropped], 'INVALID'],
  [
    'a limit that depends on what was dropped beside one that is missed',
    [missed, open('dropped')],
    [dropped],
    'FAIL',
  ],
  ['a limit of which nothing was sent', [kept, open('unseen')], [], 'INVALID'],
  ['a limit that the run cannot judge', [kept, open('few')], [], 'INCONCLUSIVE'],
  ['a limit of connections that waited for long', [kept, open('idle')], [], 'INCONCLUSIVE'],
  ['too many new connections, with a generator that was late', [connections], [late], 'FAIL'],
] as const)('%s', (_what, thresholds, facts, verdict) => {
  const decision = decide(of(thresholds, facts));
  expect(decision.verdict).toBe(verdict);
  expect(decision.reasons.length > 0).toBe(verdict !== 'PASS');
});
