import { expect, test } from 'vitest';
import type { WaiverOutcome } from '../../oracles/waive.ts';
import { cellVerdict } from '../../reports/testing/sample-record.ts';
import { waiverLines } from './waiver-lines.ts';

const WAIVED_BY = { reason: 'PROJ-7', owner: 'pricing', expires: '2026-12-31' };
const outcome = (state: WaiverOutcome['state'], requirement = 'STATUS-01', operation = '*') => ({
  waiver: { requirement, operation, ...WAIVED_BY },
  state,
});
const complaints = (...waivers: readonly WaiverOutcome[]) =>
  waiverLines({ verdicts: [], waivers, today: '2026-11-22' }, false);

test('waived failures are reported once per waiver', () => {
  const waived = { verdict: 'waived' as const, waiver: WAIVED_BY };
  const verdicts = [
    cellVerdict(waived),
    cellVerdict({ ...waived, requirement: 'VERSION-01' }),
    cellVerdict({ ...waived, requirement: 'VERSION-01' }),
    cellVerdict(),
  ];

  expect(waiverLines({ verdicts, waivers: [outcome('used')], today: '2026-11-22' }, false)).toEqual(
    [
      '~ waived, GAP-CONTRACT-02@gap.contract-create: PROJ-7 (pricing, until 2026-12-31)',
      '~ waived, VERSION-01, 2 cells: PROJ-7 (pricing, until 2026-12-31)',
    ],
  );
});

test('names every stale waiver and what to do', () => {
  expect(
    complaints(
      outcome('expired'),
      outcome('unused', 'STATUS-01', 'gap.*'),
      outcome('unknown-requirement', 'STATUS-1'),
      outcome('unknown-operation', 'ID-03', 'travel.car-delet'),
      outcome('unknown-operation', 'ID-03', 'gap.*'),
      outcome('unknown-requirement', 'STATIS-*'),
      outcome('unknown-operation', 'ID-03*', 'travl.*'),
    ),
  ).toEqual([
    '! the waiver of STATUS-01 (pricing) expired on 2026-12-31: fix the service, or agree on a new date with its owner',
    '! the waiver of STATUS-01 on gap.* (pricing) is stale, since none of its cells failed: remove it',
    '! the waiver of STATUS-1 (pricing) names no requirement: did you mean STATUS-01?',
    '! the waiver of ID-03 on travel.car-delet (pricing) names no operation of ID-03: did you mean travel.car-delete?',
    '! the waiver of ID-03 on gap.* (pricing) names no operation of ID-03: it is about travel.car-delete',
    '! the waiver of STATIS-* (pricing) names no requirement: did you mean STATUS*?',
    '! the waiver of ID-03* on travl.* (pricing) names no operation of ID-03*: did you mean travel*?',
  ]);
});

test('does not complain about a used waiver, or one that could not be judged', () => {
  expect(complaints(outcome('used'), outcome('open'))).toEqual([]);
});

test('warns about a used waiver from two weeks before it expires', () => {
  const ends = (today: string) =>
    waiverLines({ verdicts: [], waivers: [outcome('used')], today }, false);

  expect(ends('2026-12-16')).toEqual([]);
  expect(ends('2026-12-17')).toEqual([
    '! the waiver of STATUS-01 (pricing) ends in 14 days, after 2026-12-31: fix the service by then, or agree on a new date',
  ]);
  expect(ends('2026-12-30')).toEqual([expect.stringContaining('ends in 1 day, after')]);
  expect(ends('2026-12-31')).toEqual([expect.stringContaining('ends today, after')]);
});
