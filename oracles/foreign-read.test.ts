import { expect, test } from 'vitest';
import { judgeForeignRead } from './foreign-read.ts';
import { sampleExchange } from './sample-exchange.ts';

const ON = 'gap.draft-get';
const owner = sampleExchange(ON, 200, { n: 1, body: {} });

test.each([
  [200, 'fail'],
  [204, 'fail'],
  [403, 'pass'],
  [404, 'pass'],
  [410, 'pass'],
  [302, 'inconclusive'],
  [401, 'inconclusive'],
  [429, 'inconclusive'],
  [500, 'inconclusive'],
  [503, 'inconclusive'],
])('another identity that is answered %i: %s', (status, verdict) => {
  const read = sampleExchange(ON, status, { n: 2, intent: 'faulty' });
  expect(judgeForeignRead(read, ON, owner)).toMatchObject({
    requirement: 'AUTH-05',
    verdict,
    exchanges: [1, 2],
    twin: 1,
  });
});

test('no answer at all is a disturbance', () => {
  const { response: _, ...unanswered } = sampleExchange(ON, 200, { n: 2 });
  expect(judgeForeignRead(unanswered, ON, owner)).toMatchObject({
    verdict: 'inconclusive',
    reason: 'disturbance',
  });
});
