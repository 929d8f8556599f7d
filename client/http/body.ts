import { isUtf8 } from 'node:buffer';
import type { BodyText } from '../../spec/exchange.ts';
import { digitsKept } from '../../spec/digits-kept.ts';
import { memoizedLast } from '../../spec/memoized.ts';

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
export const jsonWithDigits = (body: BodyText): Json => {
  const text = digitsKept(body.text);
  return text === body.text ? jsonOf(body) : parse({ ...body, text });
};
