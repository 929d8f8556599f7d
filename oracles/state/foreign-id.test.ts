import { expect, test } from 'vitest';
import type { OperationId } from '../../spec/operations.ts';
import { judgeForeignId } from './foreign-id.ts';
import { sampleExchange } from '../testing/sample-exchange.ts';

const GET = 'jobloss.draft-get';

const judged = (foreign: number, control = 200, unknown?: number, on: OperationId = GET) =>
  judgeForeignId('ID-06', on, {
    foreign: sampleExchange(on, foreign, { n: 3 }),
    twin: sampleExchange(on, control, { n: 1 }),
    ...(unknown === undefined ? {} : { unknown: sampleExchange(on, unknown, { n: 2 }) }),
    unknownId: 'ID-01',
    from: 'travel',
  });

test.each<[string, ReturnType<typeof judged>, string]>([
  ['unknown', judged(404), 'pass'],
  ['impossible', judged(400), 'pass'],
  ['served', judged(200, 200, 404), 'fail'],
  ['no right', judged(403), 'inconclusive'],
  ['busy', judged(503), 'inconclusive'],
  ['this line serves not even its own', judged(200, 404), 'inconclusive'],
])('%s', (_, { verdict }, expected) => {
  expect(verdict).toBe(expected);
});

test.each([303, 500])(
  'if an unknown id is answered with %i, too, that requirement is to blame',
  (status) => {
    const { verdict, blockedBy } = judged(status, 303, status, 'gap.contract-create');
    expect([verdict, blockedBy]).toEqual(['inconclusive', 'ID-01']);
  },
);

test('a server error only for an id of another line is a separate fault (S9)', () => {
  expect(judged(500, 303, 404, 'gap.contract-create').verdict).toBe('fail');
});

test('a redirection to a contract is one (K1)', () => {
  const contract = (...statuses: [number, number, number]) =>
    judged(...statuses, 'gap.contract-create');

  expect(contract(303, 303, 404).verdict).toBe('fail');
  expect(contract(303, 303, 303)).toMatchObject({ verdict: 'inconclusive', blockedBy: 'ID-01' });
  expect(contract(303, 400, 404)).toMatchObject({ reason: 'twin-refused' });
});

test('a fail names its accepted control request, and the foreign read last', () => {
  const { twin: control, exchanges } = judged(200, 200, 404);
  expect([control, exchanges]).toEqual([1, [1, 2, 3]]);
});
