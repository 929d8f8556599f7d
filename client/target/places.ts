import type { Exchange } from '../../spec/exchange.ts';
import { amountIn, type FoundAmount, idIn, placeIn } from '../../spec/place-in-answer.ts';
import { type Json, jsonOf, jsonWithDigits } from '../http/body.ts';

/** What `read` makes of the first of the places where it makes anything. */
const first = <T>(
  places: readonly string[],
  exchange: Exchange,
  json: Json | undefined,
  read: (value: unknown, place: string) => T | undefined,
): T | undefined => {
  const body = json?.ok ? json.value : undefined;
  for (const place of places) {
    const found = read(placeIn(place, exchange, body), place);
    if (found !== undefined) return found;
  }
  return undefined;
};

const bodyOf = ({ response }: Exchange): Json | undefined => response && jsonOf(response.body);

/** What stands at the first of the places that the answer has, as `placeIn` finds it; `undefined` where there is none. */
export const findAt = (places: readonly string[], exchange: Exchange): unknown =>
  first(places, exchange, bodyOf(exchange), (value) => value);

/** The id at the first of the places that holds one: text as it is, a number with all its digits (D4). */
export const idAt = (places: readonly string[], exchange: Exchange): string | undefined =>
  first(places, exchange, exchange.response && jsonWithDigits(exchange.response.body), idIn);

/** The text at the first of the places that holds one, such as a token (P5). */
export const textAt = (places: readonly string[], exchange: Exchange): string | undefined =>
  first(places, exchange, bodyOf(exchange), (value) =>
    typeof value === 'string' ? idIn(value) : undefined,
  );

/** The amount at the first of the places that holds one (P5). */
export const amountAt = (places: readonly string[], exchange: Exchange): FoundAmount | undefined =>
  first(places, exchange, bodyOf(exchange), (value, place) => amountIn(place, value));
