/** A stretch of a text, from its first character to the one behind its last. */
export interface Span {
  readonly from: number;
  readonly to: number;
}

/** A text, or a part of it, decoded in one way. Of both texts each character is a byte. */
export interface View {
  readonly text: string;
  /** Whether it was taken out of a longer text, and may be cut off at both ends. */
  readonly isPart?: true;
  /** Begins to say where stretches of the decoded text come from. They are asked for in their order and do not overlap. */
  locate(): (decoded: Span) => Span;
}

/** A text as UTF-8, each byte as one character. */
export const utf8Bytes = (text: string): string => Buffer.from(text).toString('latin1');

/** How many characters UTF-8 is that was cut out of `utf8Bytes`. */
export const charactersIn = (bytes: string): number =>
  Buffer.from(bytes, 'latin1').toString().length;

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
