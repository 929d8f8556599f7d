import { expect, test } from 'vitest';
import { sampleExchange } from '../example.ts';
import { cellOf, finding } from '../testing/sample-finding.ts';
import { judgeReplayedSequence, type PlayedSequence } from './replayed-sequence.ts';

const ON = 'travel.draft-get';
const PLAYED: PlayedSequence = {
  exchanges: [
    sampleExchange('travel.draft-create', 200, { n: 1 }),
    sampleExchange(ON, 200, { n: 2 }),
  ],
  isDisturbed: false,
  isWhole: true,
};
const broken = finding(cellOf('DRAFT-04', 'travel.draft-update'), 'fail', { got: 'status 404' });
const OPEN = 'a part of the sequence could not be sent';

const judged = (more: Partial<PlayedSequence>) =>
  judgeReplayedSequence('DRAFT-01', ON, { ...PLAYED, ...more });

test('a whole sequence without a failure passes', () => {
  expect(judged({})).toEqual({
    requirement: 'DRAFT-01',
    operation: ON,
    verdict: 'pass',
    wanted: 'a sequence in which this requirement holds',
    got: 'every call of the sequence was answered as expected',
    exchanges: [1, 2],
  });
});

test('the call that ended the sequence is the cause, even if the sequence was disturbed', () => {
  for (const isDisturbed of [false, true]) {
    expect(judged({ broken, isDisturbed })).toMatchObject({
      verdict: 'inconclusive',
      reason: 'blocked-by',
      blockedBy: 'DRAFT-04',
      got: 'status 404 on travel.draft-update, which ended the sequence',
    });
  }
});

test.each<[string, Partial<PlayedSequence>, string, string]>([
  [
    'the environment (S8)',
    { isDisturbed: true },
    'disturbance',
    'the sequence ended early: no answer came, or it came from the environment',
  ],
  ['it was not played to its end', { isWhole: false }, 'not-executed', OPEN],
  ['it left the operation out', { exchanges: PLAYED.exchanges.slice(0, 1) }, 'not-executed', OPEN],
  ['nothing was played', { exchanges: [] }, 'not-executed', OPEN],
])('a sequence settles nothing: %s', (_, more, reason, got) => {
  const outcome = judged(more);
  expect(outcome).toMatchObject({ verdict: 'inconclusive', reason, got });
  expect(outcome).not.toHaveProperty('blockedBy');
});
