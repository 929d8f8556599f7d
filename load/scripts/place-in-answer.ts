import { digitsKept, amountIn, idIn, placeIn } from '../../spec/place-in-answer.ts';
import { jsonIn } from '../../spec/json-text.ts';
import type { Exchange } from '../../spec/exchange.ts';
import type { LearnedValue } from '../plan.ts';

const READERS: Readonly<
  Record<LearnedValue['kind'], (place: string, value: unknown) => string | undefined>
> = {
  id: (_, value) => idIn(value),
  text: (_, value) => (typeof value === 'string' ? idIn(value) : undefined),
  amount: (place, value) => amountIn(place, value)?.amount.toString(),
};

/** The value at the first of the places that exists in an answer, as text; undefined if there is none (P3, P5). */
export const readLearned = (
  { places, kind }: LearnedValue,
  exchange: Exchange,
): string | undefined => {
  const body = jsonIn(digitsKept(exchange.response?.body.text ?? ''));
  for (const place of places) {
    const value = READERS[kind](place, placeIn(place, exchange, body));
    if (value !== undefined) return value;
  }
  return undefined;
};
