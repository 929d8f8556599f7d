import { expect, test } from 'vitest';
import { sampleExchange } from '../example.ts';
import { judgeForeignDeletion } from './foreign-deletion.ts';

test('if any unknown id is answered with success, that requirement is to blame', () => {
  const answer = (status: number, n: number) => sampleExchange('travel.car-delete', status, { n });

  expect(
    judgeForeignDeletion('TRAVEL-CAR-03', 'travel.car-delete', {
      foreign: answer(200, 1),
      own: answer(200, 2),
      never: answer(200, 3),
      unknownId: 'ID-03',
    }),
  ).toMatchObject({ verdict: 'inconclusive', blockedBy: 'ID-03' });
});
