import { expect, test } from 'vitest';
import { blameAbsence } from './blamed-absence.ts';
import type { Finding, Judgement } from './finding.ts';

const OBJECT = 'TRAVEL-LEGAL-policyholder.contact';
const FIELD = 'TRAVEL-LEGAL-policyholder.contact.email';

const finding = (requirement: Finding['requirement'], verdict: Judgement['verdict']): Finding => ({
  requirement,
  operation: 'travel.draft-create',
  verdict,
  wanted: 'accepted',
  got: 'status 400',
  exchanges: [1],
  test: 'legal',
  attempt: 1,
  seed: 1,
});

test('an empty object that is refused as such is a fail of its own', () => {
  const found = [finding(OBJECT, 'fail'), finding(OBJECT, 'fail')];

  expect(blameAbsence(found, OBJECT, [finding(FIELD, 'pass')])).toEqual(found);
  expect(blameAbsence(found, OBJECT, [])).toEqual(found);
});

test('the field without which every body is refused is to blame, and nothing else changes', () => {
  const other = finding('LEGAL-01', 'fail');
  const absences = [
    finding('TRAVEL-LEGAL-policyholder.contact.phone', 'pass'),
    finding(FIELD, 'fail'),
  ];

  expect(blameAbsence([finding(OBJECT, 'fail'), other], OBJECT, absences)).toEqual([
    { ...finding(OBJECT, 'inconclusive'), reason: 'blocked-by', blockedBy: FIELD },
    other,
  ]);
});

test('an absence that is not refused beside an accepted twin blames nothing', () => {
  const found = [finding(OBJECT, 'fail')];

  expect(blameAbsence(found, OBJECT, [finding(FIELD, 'inconclusive')])).toEqual(found);
});
