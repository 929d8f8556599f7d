import type { Exchange, BodyText } from '../../spec/exchange.ts';
import {
  amountIn,
  type FoundAmount,
  idIn,
  placeIn,
  digitsKept,
} from '../../spec/place-in-answer.ts';
import { isUtf8 } from 'node:buffer';
import { memoizedLast } from '../../spec/memoized.ts';

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

/** What a JSON text holds, or the fact that it is none. */
export type Json = { readonly ok: true; readonly value: unknown } | { readonly ok: false };

/** The bytes of a body as text, UTF-8 where they are UTF-8 (a byte order mark is kept), else base64. */
export const bodyText = (bytes: Uint8Array): BodyText => {
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const encoding = isUtf8(buffer) ? 'utf8' : 'base64';
  return { encoding, text: buffer.toString(encoding) };
};

const parse = ({ encoding, text }: BodyText): Json => {
  if (encoding !== 'utf8') return { ok: false };
  try {
    // RFC 8259, 8.1: a parser may pass over a byte order mark.
    return { ok: true, value: JSON.parse(text.replace(/^\uFEFF/, '')) as unknown };
  } catch {
    return { ok: false };
  }
};

/** The JSON value of a body. Pure; `ok: false` for what is empty, not UTF-8 or not JSON. */
export const jsonOf: (body: BodyText) => Json = memoizedLast((body) => parse(body));

/** As `jsonOf`, but an integer that a JavaScript number cannot hold is given as its digits, in a string (D4). */
const jsonWithDigits = (body: BodyText): Json => {
  const text = digitsKept(body.text);
  return text === body.text ? jsonOf(body) : parse({ ...body, text });
};
