import { expect, test } from 'vitest';
import { judgeBlamedAbsence } from './blamed-absence.ts';
import type { Judgement } from '../finding.ts';

const OBJECT = 'TRAVEL-LEGAL-policyholder.contact';
const FIELD = 'TRAVEL-LEGAL-policyholder.contact.email';

const judgement = (
  requirement: Judgement['requirement'],
  verdict: Judgement['verdict'],
): Judgement => ({
  requirement,
  operation: 'travel.draft-create',
  verdict,
  wanted: 'accepted',
  got: 'status 400',
  exchanges: [1],
});

test('an empty object that is refused as such is a fail of its own', () => {
  const refused = judgement(OBJECT, 'fail');

  expect(judgeBlamedAbsence(refused, judgement(FIELD, 'pass'))).toEqual(refused);
});

test('the field without which every body is refused is to blame, of what was refused', () => {
  const absence = judgement(FIELD, 'fail');

  expect(judgeBlamedAbsence(judgement(OBJECT, 'fail'), absence)).toEqual({
    ...judgement(OBJECT, 'inconclusive'),
    reason: 'blocked-by',
    blockedBy: FIELD,
  });
  expect(judgeBlamedAbsence(judgement(OBJECT, 'pass'), absence).verdict).toBe('pass');
});

test('an absence that is not refused beside an accepted twin blames nothing', () => {
  const refused = judgement(OBJECT, 'fail');

  expect(judgeBlamedAbsence(refused, judgement(FIELD, 'inconclusive'))).toEqual(refused);
});
