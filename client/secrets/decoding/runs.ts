import type { Span } from './view.ts';

/** The value of each ASCII character as a digit of a code; 255 if it is none. */
export const digitsOf = (...alphabets: readonly string[]): Uint8Array => {
  const digits = new Uint8Array(128).fill(255);
  for (const alphabet of alphabets)
    for (const [value, character] of Array.from(alphabet).entries())
      digits[character.charCodeAt(0)] = value;
  return digits;
};

const isDigit = (digits: Uint8Array, code: number): boolean => code < 128 && digits[code] !== 255;

/** The next run of so many digits at least that begins at `before` or behind it; undefined if there is none. */
export const nextRun = (
  text: string,
  digits: Uint8Array,
  shortest: number,
  before: number,
): Span | undefined => {
  // Every run of that length holds one of the places that are looked at.
  for (let at = before + shortest - 1; at < text.length; at += shortest) {
    if (!isDigit(digits, text.charCodeAt(at))) continue;
    let from = at;
    while (from > before && isDigit(digits, text.charCodeAt(from - 1))) from -= 1;
    let to = at + 1;
    while (to < text.length && isDigit(digits, text.charCodeAt(to))) to += 1;
    if (to - from >= shortest) return { from, to };
    at = to;
  }
  return undefined;
};

/** Bytes of which a text in ASCII consists, in UTF-8 or in UTF-16. */
const isOfAscii = (byte: number): boolean =>
  byte === 0 || (byte >= 0x20 && byte < 0x7f) || byte === 9 || byte === 10 || byte === 13;

/** 1 for each byte of which a text may consist; beyond ASCII that is any byte. */
export const textualBytes = (isAscii: boolean): Uint8Array =>
  Uint8Array.from({ length: 256 }, (_, byte) => (isOfAscii(byte) || !isAscii ? 1 : 0));
