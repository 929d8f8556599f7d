import { expect, test } from 'vitest';
import type { Finding } from '../finding.ts';
import { cellOf, finding } from '../testing/sample-finding.ts';
import { judgeLeftOut, judgeControlRefused, judgeUnreached } from './unreached.ts';

const ON = 'gap.contract-create';
const ORIGIN = 'gap.draft-update';
const UNREACHED = {
  requirement: 'GAP-CONTRACT-01',
  operation: ON,
  origin: ORIGIN,
  missing: 'the id of the draft',
  exchanges: [3, 4],
} as const;
const WHOLE = { ...UNREACHED, missing: '' } as const;
const BASE = { requirement: 'GAP-CONTRACT-01', operation: ON, wanted: 'a verdict' } as const;
const NOT_FOUND = {
  ...BASE,
  verdict: 'inconclusive',
  reason: 'not-found-by-target',
  got: 'the id of the draft was not found in the answer of Draft Update; set its place in the target',
  exchanges: [3, 4],
};

const judged = (
  requirement: Finding['requirement'],
  verdict: Finding['verdict'],
  over: Partial<Finding> = {},
): Finding => finding(cellOf(requirement, ORIGIN), verdict, { exchanges: [9], ...over });

test.each<[string, readonly Finding[]]>([
  ['the call was not judged', []],
  ['the call was accepted', [judged('LEGAL-01', 'pass'), judged('PATH-01', 'pass')]],
  ['what was broken is no matter of legal calls', [judged('STATUS-01', 'fail')]],
])('names the target key of a missing value if %s', (_, seen) => {
  expect(judgeUnreached(UNREACHED, seen)).toEqual(NOT_FOUND);
});

test.each(['PATH-01', 'LEGAL-01', 'ERROR-01', 'DRAFT-01'] as const)(
  '%s is to blame if the call broke it',
  (requirement) => {
    const seen = [judged('PATH-01', 'pass'), judged(requirement, 'fail', { got: 'status 400' })];
    expect(judgeUnreached(UNREACHED, seen)).toEqual({
      ...BASE,
      verdict: 'inconclusive',
      reason: 'blocked-by',
      blockedBy: requirement,
      got: 'not reached: Draft Update answered status 400',
      exchanges: [3, 4],
    });
  },
);

test.each<[string, readonly Finding[], string]>([
  ['the gravest', [judged('PATH-01', 'inconclusive'), judged('ERROR-01', 'fail')], 'ERROR-01'],
  ['it comes first', [judged('ERROR-01', 'fail'), judged('PATH-01', 'inconclusive')], 'ERROR-01'],
  ['the first of equals', [judged('LEGAL-01', 'fail'), judged('PATH-01', 'fail')], 'LEGAL-01'],
  ['what is open', [judged('LEGAL-01', 'inconclusive')], 'LEGAL-01'],
])('one of several problems is to blame: %s', (_, seen, expected) => {
  expect(judgeUnreached(UNREACHED, seen).blockedBy).toBe(expected);
  expect(judgeLeftOut(WHOLE, seen)?.blockedBy).toBe(expected);
});

test.each<[string, Partial<Finding>, string]>([
  ['as the target declares (S14)', { reason: 'not-declared' }, 'not-declared'],
  ['without a reason', {}, 'specification-silent'],
])('only observes a branch that the specification leaves open: %s', (_, over, reason) => {
  const seen = [judged('PATH-01', 'observed', { got: 'status 404', ...over })];
  const got = 'not reached: Draft Update answered status 404';
  const observed = { ...BASE, verdict: 'observed', reason, got };

  expect(judgeUnreached(UNREACHED, seen)).toEqual({ ...observed, exchanges: [3, 4] });
  expect(judgeLeftOut(WHOLE, seen)).toEqual({ ...observed, exchanges: [9] });
});

test.each<[string, readonly Finding[]]>([
  ['nothing was judged', []],
  ['all is well', [judged('STATUS-01', 'pass')]],
])('a journey without problems lacks what the target does not name: %s', (_, seen) => {
  expect(judgeLeftOut(UNREACHED, seen)).toEqual(NOT_FOUND);
  expect(judgeLeftOut(WHOLE, seen)).toBeUndefined();
});

test('any requirement may be to blame on a journey, with the exchange that shows it', () => {
  const seen = [judged('STATUS-01', 'fail', { got: 'status 201' })];
  expect(judgeLeftOut(UNREACHED, seen)).toEqual({
    ...BASE,
    verdict: 'inconclusive',
    reason: 'blocked-by',
    blockedBy: 'STATUS-01',
    got: 'not reached: STATUS-01 on Draft Update, status 201',
    exchanges: [9],
  });
});

test('a refused control request leaves its requirement inconclusive', () => {
  const cell = { requirement: 'AUTH-03', operation: ON } as const;
  expect(judgeControlRefused(cell, 'a contract', 'status 402', 7)).toEqual({
    ...cell,
    verdict: 'inconclusive',
    reason: 'twin-refused',
    wanted: 'a contract',
    got: 'status 402',
    exchanges: [7],
  });
});
