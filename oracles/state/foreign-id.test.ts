import { expect, test } from 'vitest';
import { sampleExchange } from '../example.ts';
import { judgeForeignId, judgeServedUnknown } from './foreign-id.ts';

const judged = (foreign: number, control: number, unknown: number) =>
  judgeForeignId('ID-06', 'gap.contract-create', {
    foreign: sampleExchange('gap.contract-create', foreign, { n: 3 }),
    twin: sampleExchange('gap.contract-create', control, { n: 1 }),
    unknown: sampleExchange('gap.contract-create', unknown, { n: 2 }),
    unknownId: 'ID-01',
    from: 'travel',
  });

test('if any unknown id is answered likewise, that requirement is to blame', () => {
  expect(judged(303, 303, 303).blockedBy).toBe('ID-01');
});

test('an id that was never issued is only judged if it was sent, and its control request accepted', () => {
  const answered = (control: number, unknown: number) =>
    judgeServedUnknown('gap.contract-create', {
      twin: sampleExchange('gap.contract-create', control, { n: 1 }),
      unknown: sampleExchange('gap.contract-create', unknown, { n: 2 }),
      unknownId: 'ID-01',
    });

  expect(answered(303, 303).map(({ requirement }) => requirement)).toEqual(['ID-01']);
  expect([...answered(303, 404), ...answered(400, 303)]).toEqual([]);
});

test('a refused control request is the reason', () => {
  expect(judged(303, 400, 404).reason).toBe('twin-refused');
});

test('a fail names its accepted control request, and the foreign call last', () => {
  const { twin: control, exchanges } = judged(303, 303, 404);
  expect([control, exchanges]).toEqual([1, [1, 2, 3]]);
});
