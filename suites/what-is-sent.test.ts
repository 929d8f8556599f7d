import { expect, test } from 'vitest';
import { CATALOGUE } from '../spec/catalogue.ts';
import { isJudged } from '../spec/requirement.ts';
import { isJourneyRequirement, SESSION_REQUIREMENTS } from './suite-requirements.ts';
import { WHAT_IS_SENT, whatIsSent } from './what-is-sent.ts';

const judged = [...CATALOGUE].filter(([, each]) => isJudged(each)).map(([id]) => id);

test('of every requirement that is judged it is said what is sent for it', () => {
  expect(judged.filter((id) => whatIsSent(id) === undefined)).toEqual([]);
});

test('every beginning is that of a requirement that is judged', () => {
  const idle = Object.keys(WHAT_IS_SENT).filter(
    (beginning) => !judged.some((id) => id.startsWith(beginning)),
  );

  expect(idle).toEqual([]);
});

test('a walk is said to be sent for what the journeys collect, and for nothing else', () => {
  const isWalked = (id: (typeof judged)[number]) => whatIsSent(id)?.includes('walked') === true;

  expect(judged.filter((id) => isJourneyRequirement(id) && !isWalked(id))).toEqual([]);
  expect(SESSION_REQUIREMENTS.filter(isWalked)).toEqual([]);
});
