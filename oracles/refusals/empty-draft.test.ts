import { expect, test } from 'vitest';
import { sampleExchange } from '../example.ts';
import { judgeUpdateOfEmpty } from './empty-draft.ts';

const ON = 'travel.draft-update';

const verdicts = (status: number, ofFull?: number) =>
  judgeUpdateOfEmpty(
    ON,
    sampleExchange(ON, status, { n: 2 }),
    ofFull === undefined ? undefined : sampleExchange(ON, ofFull, { n: 4 }),
  ).map(({ verdict, twin: control }) => [verdict, control]);

test('a server error fails beside the same update of a full draft', () => {
  expect(verdicts(500, 200)).toEqual([['fail', 4]]);
});

test.each([500, 400, undefined])(
  'a server error settles nothing if the control request is answered %s',
  (ofFull) => {
    expect(verdicts(500, ofFull)).toEqual([['inconclusive', undefined]]);
  },
);

test.each([
  [503, 200],
  [400, 200],
])('status %s beside %s proves nothing', (status, ofFull) => {
  expect(verdicts(status, ofFull)).toEqual([]);
});

test('an accepted update passes', () => {
  expect(verdicts(200)).toEqual([['pass', undefined]]);
});
