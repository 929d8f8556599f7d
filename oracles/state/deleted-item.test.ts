import { expect, test } from 'vitest';
import { sampleExchange } from '../example.ts';
import { judgeDeletedItem } from './deleted-item.ts';

test('a fail lists the requests in order, and names all exchanges', () => {
  const answer = (status: number, n: number) => sampleExchange('travel.car-delete', status, { n });

  expect(
    judgeDeletedItem('TRAVEL-CAR-01', 'travel.car-delete', {
      again: answer(200, 1),
      put: answer(204, 2),
      neverDeleted: answer(404, 3),
      neverPut: answer(404, 4),
    }),
  ).toMatchObject({
    got: 'status 200 to a second DELETE, status 204 to a PUT; with an id that was never used, status 404 to a DELETE, status 404 to a PUT',
    exchanges: [1, 2, 3, 4],
  });
});
