import type { BodyText, Exchange } from '../../spec/exchange.ts';
import { type JsonText, readJsonText } from '../../spec/json-text.ts';
import { memoizedLast } from '../../spec/memoized.ts';
import { onOneLine, visibleText } from '../../spec/message-text.ts';

// Several oracles read each answer.
const parsed = memoizedLast(({ text }: BodyText): JsonText => {
  const read = readJsonText(text);
  return read.ok
    ? read
    : { ok: false, problem: `text that is not JSON (${read.problem}): ${shorten(text)}` };
});

/** Parses a body as JSON, or gives the reason why it is not JSON; never throws. */
export const jsonBody = (body: BodyText | undefined): JsonText => {
  if (!body || body.text === '') return { ok: false, problem: 'an empty body' };
  if (body.encoding === 'base64') return { ok: false, problem: 'bytes that are no text' };
  return parsed(body);
};

/** The JSON object in a body; undefined if there is none. */
export const objectIn = (
  body: BodyText | undefined,
): Readonly<Record<string, unknown>> | undefined => {
  const read = jsonBody(body);
  return read.ok && isObject(read.value) ? read.value : undefined;
};

/** All strings in a JSON value, except keys. */
export const textsIn = (value: unknown): readonly string[] => {
  if (typeof value === 'string') return [value];
  if (Array.isArray(value)) return value.flatMap(textsIn);
  return isObject(value) ? Object.values(value).flatMap(textsIn) : [];
};

/** Multiple of the shown length that is searched at each end of a long text; it usually suffices. */
const LOOKED_AT = 4;

const endsOf = (text: string, length: number): readonly [head: string, tail: string] => {
  const seen = LOOKED_AT * length;
  if (text.length > 2 * seen) {
    const [head, tail] = [onOneLine(text.slice(0, seen)), onOneLine(text.slice(-seen))];
    if (Math.min(head.length, tail.length) > length) return [head, tail];
  }
  const line = onOneLine(text);
  return [line, line];
};

/**
 * A value for a message: at most `length` characters, cut in the middle, on one line. Invisible characters are shown as
 * `\u00a0`, and count as one.
 */
export const shorten = (text: string, length = 80): string => {
  // Bodies have thousands of characters, and every answer shows one.
  const [head, tail] = endsOf(text, length);
  if (head.length <= length) return visibleText(head);
  const half = Math.floor((length - 1) / 2);
  return visibleText(`${head.slice(0, half)}…${tail.slice(tail.length - half)}`);
};

/** True for a JSON object, false for null, arrays and everything else. */
export const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** The value of a header, the first one if repeated; undefined if absent. */
export const headerOf = (exchange: Exchange, name: string): string | undefined => {
  const headers = exchange.response?.headers;
  const key = name.toLowerCase();
  if (!headers || !Object.hasOwn(headers, key)) return undefined;
  const value = headers[key];
  return typeof value === 'string' ? value : value?.[0];
};
