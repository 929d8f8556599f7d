import { expect, test } from 'vitest';
import type { RequirementId } from '../spec/catalogue.ts';
import { whyNotApplicable } from './applicability.ts';
import type { Facts, OthersMay } from './facts.ts';
import { sampleFacts } from './testing/sample-facts.ts';

const { identities, decisions } = sampleFacts;
const { owner, other, withoutRights } = identities;
const NOBODY = { auth: { scheme: 'none' } };

const isJudged = (requirement: RequirementId, over: Partial<Facts>): boolean =>
  whyNotApplicable(requirement, 'gap.draft-get', { ...sampleFacts, ...over }) === undefined;

const may = (othersMay: OthersMay | undefined): Partial<Facts> => ({
  decisions: { ...decisions, othersMay },
});

test('what may be done with the draft of another is the target to say (D10)', () => {
  const judged = (requirement: RequirementId) =>
    (['nothing', 'read', 'everything', undefined] as const).map((others) =>
      isJudged(requirement, may(others)),
    );

  expect(judged('AUTH-05')).toEqual([true, false, false, false]);
  expect(judged('AUTH-06')).toEqual([true, true, false, false]);
  for (const requirement of ['AUTH-05', 'AUTH-06'] as const)
    expect(isJudged(requirement, { identities: { owner, withoutRights } })).toBe(false);
});

test('a refusal shows something only to somebody who is refused', () => {
  expect(isJudged('AUTH-04', { identities: { owner } })).toBe(true);
  expect(isJudged('AUTH-04', { identities: { owner: NOBODY, withoutRights } })).toBe(true);
  expect(isJudged('AUTH-04', { identities: { owner: NOBODY, other } })).toBe(true);
  expect(isJudged('AUTH-04', { identities: { owner: NOBODY } })).toBe(false);
  const isAsked = (others: OthersMay) =>
    isJudged('AUTH-04', { identities: { owner: NOBODY, other }, ...may(others) });
  expect((['nothing', 'read', 'everything'] as const).map(isAsked)).toEqual([true, false, false]);
});

test('a body of a deletion that is dropped on the way is not judged (D7)', () => {
  const carries = [true, undefined, false].map((deleteCarriesBody) =>
    isJudged('TRAVEL-CAR-04', { decisions: { ...decisions, deleteCarriesBody } }),
  );

  expect(carries).toEqual([true, true, false]);
});

test('only where there is one white label may a draft leave it out (P5)', () => {
  expect(
    [[], ['a'], ['a', 'b']].map((whiteLabels) => isJudged('GAP-WHITELABEL-01', { whiteLabels })),
  ).toEqual([false, true, false]);
  expect(
    [[], ['a'], ['a', 'b']].map((whiteLabels) =>
      isJudged('GAP-LEGAL-whiteLabelId', { whiteLabels }),
    ),
  ).toEqual([false, true, true]);
});
