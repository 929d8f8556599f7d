import { expect, test } from 'vitest';
import { operation } from '../../spec/operations.ts';
import type { Facts } from '../facts.ts';
import { sampleExchange } from '../example.ts';
import { judgeResourceObject } from './answer-form.ts';

/** Judgement of RESOURCE-01 on an answer with this body. */
const shownOf = (text: string): string | undefined => {
  const exchange = sampleExchange('jobloss.draft-update', 200, { body: {} });
  const response = { status: 200, headers: {}, body: { encoding: 'utf8', text } } as const;
  const [judged] = judgeResourceObject({
    exchange: { ...exchange, response },
    operation: operation('jobloss.draft-update'),
    response,
    facts: {} as Facts,
  });
  return judged?.got;
};

test('shows escaped text unescaped, so that a secret in it is recognised', () => {
  expect(shownOf(String.raw`{"id":"a\u002Bb"}`)).toBe('{"id":"a+b"}');
});
