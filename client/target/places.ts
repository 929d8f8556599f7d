import type { Exchange, BodyText } from '../../spec/exchange.ts';
import {
  amountIn,
  type FoundAmount,
  idIn,
  placeIn,
  digitsKept,
} from '../../spec/place-in-answer.ts';
import { isUtf8 } from 'node:buffer';
import { type JsonText, readJsonText } from '../../spec/json-text.ts';
import { memoizedLast } from '../../spec/memoized.ts';

/** Result of `read` for the first place that yields one. */
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

/** Value at the first place that exists in the answer, as `placeIn` finds it; undefined if there is none. */
export const findAt = (places: readonly string[], exchange: Exchange): unknown =>
  first(places, exchange, bodyOf(exchange), (value) => value);

/** Id at the first place that holds one: text unchanged, a number with all its digits (D4). */
export const idAt = (places: readonly string[], exchange: Exchange): string | undefined =>
  first(places, exchange, exchange.response && jsonWithDigits(exchange.response.body), idIn);

/** Text at the first place that holds one, such as a token (P5). */
export const textAt = (places: readonly string[], exchange: Exchange): string | undefined =>
  first(places, exchange, bodyOf(exchange), (value) =>
    typeof value === 'string' ? idIn(value) : undefined,
  );

/** Amount at the first place that holds one (P5). */
export const amountAt = (places: readonly string[], exchange: Exchange): FoundAmount | undefined =>
  first(places, exchange, bodyOf(exchange), (value, place) => amountIn(place, value));

/** Parsed JSON, or the fact that the text is not JSON. */
type Json = JsonText | { readonly ok: false };

/** Body as text: UTF-8 if it is valid (a byte order mark is kept), otherwise base64. */
export const bodyText = (bytes: Uint8Array): BodyText => {
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const encoding = isUtf8(buffer) ? 'utf8' : 'base64';
  return { encoding, text: buffer.toString(encoding) };
};

const parse = ({ encoding, text }: BodyText): Json =>
  encoding === 'utf8' ? readJsonText(text) : { ok: false };

/** JSON value of a body; `ok: false` if it is empty, not UTF-8 or not JSON. */
export const jsonOf: (body: BodyText) => Json = memoizedLast((body) => parse(body));

/** As `jsonOf`, but an integer beyond the precision of a JavaScript number is a string of its digits (D4). */
const jsonWithDigits = (body: BodyText): Json => {
  const text = digitsKept(body.text);
  return text === body.text ? jsonOf(body) : parse({ ...body, text });
};
