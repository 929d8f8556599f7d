import { expect, test } from 'vitest';
import type { CellVerdict, Verdict } from '../../oracles/finding.ts';
import { EXIT, exitCodeOf } from '../../oracles/exit-code.ts';
import { staleWaiverLines } from '../output/waiver-lines.ts';
import { closedGateOf } from './night-gate.ts';

const gate = (verdicts: readonly Verdict[], staleWaiver: boolean) =>
  closedGateOf(
    {
      exitCode: exitCodeOf(verdicts, { staleWaiver }),
      verdicts: verdicts.map((verdict) => ({ verdict }) as CellVerdict),
      waivers: [],
    },
    'the-run',
  );

test('a gate with inconclusive cells sends no load, even beside a stale waiver', () => {
  for (const stale of [false, true]) {
    expect(gate(['pass', 'inconclusive'], stale)?.verdict).toBe('INVALID');
    expect(gate([], stale)?.verdict).toBe('INVALID');
    expect(gate(['fail', 'inconclusive'], stale)?.verdict).toBe('FAIL');
    expect(gate(['error', 'inconclusive'], stale)?.verdict).toBe('ERROR');
    expect(gate(['pass', 'waived'], stale)).toBeUndefined();
  }
  expect(exitCodeOf(['inconclusive'], { staleWaiver: true })).toBe(EXIT.waiver);
});

test('reports a stale waiver, but not a used one', () => {
  const waiver = {
    requirement: 'STATUS-01',
    operation: '*',
    reason: 'known',
    owner: 'Ada',
    expires: '2026-01-01',
  };
  expect(
    staleWaiverLines([
      { waiver, state: 'expired' },
      { waiver, state: 'used' },
    ]),
  ).toEqual([
    'the waiver of STATUS-01 (Ada) expired on 2026-01-01: fix the service, or agree on a new date with its owner',
  ]);
});
