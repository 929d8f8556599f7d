import { expect, test } from 'vitest';
import type { RequirementId } from '../spec/catalogue.ts';
import { whyNotApplicable } from './applicability.ts';
import type { Facts } from './facts.ts';
import { sampleFacts } from './sample-facts.ts';

const { identities, decisions } = sampleFacts;
const { owner, other, withoutRights } = identities;
const NOBODY = { auth: { scheme: 'none' } };

const isJudged = (requirement: RequirementId, over: Partial<Facts>): boolean =>
  whyNotApplicable(requirement, 'gap.draft-get', { ...sampleFacts, ...over }) === undefined;

const mayRead = (othersMayRead: boolean | undefined): Partial<Facts> => ({
  decisions: { ...decisions, othersMayRead },
});

test('who may read the draft of another is the target to say (D10)', () => {
  expect([false, true, undefined].map((may) => isJudged('AUTH-05', mayRead(may)))).toEqual([
    true,
    false,
    false,
  ]);
  expect(isJudged('AUTH-05', { identities: { owner, withoutRights } })).toBe(false);
});

test('a refusal shows something only to somebody who is refused', () => {
  expect(isJudged('AUTH-04', { identities: { owner } })).toBe(true);
  expect(isJudged('AUTH-04', { identities: { owner: NOBODY, withoutRights } })).toBe(true);
  expect(isJudged('AUTH-04', { identities: { owner: NOBODY, other } })).toBe(true);
  expect(isJudged('AUTH-04', { identities: { owner: NOBODY } })).toBe(false);
  expect(isJudged('AUTH-04', { identities: { owner: NOBODY, other }, ...mayRead(true) })).toBe(
    false,
  );
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
