import { expect, test } from 'vitest';
import { judgeBlocked, judgeOnOtherOperation, judgeNotSeenAgain } from './blocked.ts';
import type { Judgement } from '../finding.ts';

const ON = 'landlord.draft-get';
const UPDATE = 'landlord.draft-update';
const RESTATED = {
  requirement: 'DRAFT-01',
  operation: ON,
  verdict: 'fail',
  reason: 'other-code',
  wanted: 'the call is served',
  got: 'status 404',
  exchanges: [3],
} as const satisfies Judgement;
// Drops the proof: the judgement is about another requirement now.
const CONTENT = {
  ...RESTATED,
  twin: 1,
  ownEvidence: true,
  reached: true,
} as const satisfies Judgement;
// Keeps the source of the first judge.
const JUDGED: Judgement = {
  ...CONTENT,
  from: { evidence: { judge: 'said', given: [] }, judged: [CONTENT], at: 0 },
};
const BLOCKED = {
  ...RESTATED,
  verdict: 'inconclusive',
  reason: 'blocked-by',
  blockedBy: 'DRAFT-03',
} as const;

test('a report about another requirement is not red itself', () => {
  expect(judgeBlocked(JUDGED, 'DRAFT-03')).toEqual(BLOCKED);
});

test('it may be about another operation, too', () => {
  expect(judgeBlocked(JUDGED, 'DRAFT-03', UPDATE)).toEqual({ ...BLOCKED, operation: UPDATE });
});

test('repeats a judgement of one operation for another', () => {
  expect(judgeOnOtherOperation(JUDGED, UPDATE)).toEqual({ ...CONTENT, operation: UPDATE });
});

test('a finding that was not confirmed settles nothing', () => {
  expect(judgeNotSeenAgain(JUDGED, UPDATE)).toEqual({
    ...RESTATED,
    operation: UPDATE,
    verdict: 'inconclusive',
    reason: 'intermittent',
  });
});
