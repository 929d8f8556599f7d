import { hash } from 'node:crypto';
import { type BodyText, type TransportError, UNREAD } from '../../spec/exchange.ts';
import { SECRET_KEY } from '../secrets/redact-by-key.ts';

/** Limits for reading one answer. A body of the service has a few thousand characters, in six levels. */
export const READ_LIMITS = {
  /** Bytes of a text; a larger one would take seconds each time it is parsed. */
  text: 8 * 2 ** 20,
  /** Nesting depth; JSON parsers commonly support this much (RFC 8259, 9). */
  levels: 1000,
  /** Values of a JSON text, each of which is inspected. */
  values: 50_000,
  /** Values under keys such as `token`, each of which is searched for in every later text. */
  secrets: 1000,
} as const;

const [QUOTE, BACKSLASH, COMMA] = [0x22, 0x5c, 0x2c];
/** Opening and closing brackets. */
const [OPENING, CLOSING] = [
  [0x7b, 0x5b],
  [0x7d, 0x5d],
];

const endOfText = (text: string, from: number): number => {
  let at = from;
  while (at < text.length && text.charCodeAt(at) !== QUOTE)
    at += text.charCodeAt(at) === BACKSLASH ? 2 : 1;
  return at;
};

/** The limit that a text would exceed as JSON; iterative, so that nesting cannot overflow the stack. */
const exceededLimitIn = (text: string): 'levels' | 'values' | undefined => {
  // Each level and each value takes at least one character.
  if (text.length <= Math.min(READ_LIMITS.levels, READ_LIMITS.values)) return undefined;
  let [open, values] = [0, 0];
  for (let at = 0; at < text.length; at += 1) {
    const character = text.charCodeAt(at);
    if (character === QUOTE) at = endOfText(text, at + 1);
    else if (OPENING.includes(character)) open += 1;
    else if (CLOSING.includes(character)) open -= 1;
    else if (character === COMMA) values += 1;
    if (open > READ_LIMITS.levels) return 'levels';
    if (values > READ_LIMITS.values) return 'values';
  }
  return undefined;
};

const EACH_SECRET_KEY = new RegExp(SECRET_KEY.source, 'gi');

/** Upper bound of the secret keys in a text, counted no further than needed. */
export const countSecretKeys = (text: string): number => {
  let count = 0;
  for (const _ of text.matchAll(EACH_SECRET_KEY)) {
    count += 1;
    if (count > READ_LIMITS.secrets) break;
  }
  return count;
};

/** Summary of an answer whose body is not kept: status, length in bytes and SHA-256. */
export const answerDigest = (status: number, { text, encoding }: BodyText): string => {
  const bytes = Buffer.from(text, encoding);
  return `status ${status} with ${bytes.length.toLocaleString('en')} bytes (sha256 ${hash('sha256', bytes)})`;
};

/** Error of an exchange whose answer exceeds a limit; undefined if it does not. */
export const answerLimitError = (status: number, body: BodyText): TransportError | undefined => {
  const { text, encoding } = body;
  const because = (code: string, reason: string): TransportError => ({
    code,
    message: `${answerDigest(status, body)}: ${reason}`,
    status,
  });
  const count = (number: number) => number.toLocaleString('en');
  if (encoding !== 'utf8') return undefined;
  if (Buffer.byteLength(text) > READ_LIMITS.text)
    return because(UNREAD.tooLarge, `texts of at most ${count(READ_LIMITS.text)} bytes are read`);
  const isJson = /^\uFEFF?\s*[{[]/.test(text);
  const beyond = isJson ? exceededLimitIn(text) : undefined;
  if (beyond === 'levels')
    return because(UNREAD.tooDeep, `JSON of at most ${count(READ_LIMITS.levels)} levels is read`);
  if (beyond === 'values')
    return because(
      UNREAD.tooManyValues,
      `JSON of at most ${count(READ_LIMITS.values)} values is read`,
    );
  if (countSecretKeys(text) > READ_LIMITS.secrets)
    return because(
      UNREAD.tooManyValues,
      `at most ${count(READ_LIMITS.secrets)} values are read that look like secrets by their keys`,
    );
  return undefined;
};
