/** A range of a text, from its first character to the one after its last. */
export interface Span {
  readonly from: number;
  readonly to: number;
}

/** A text, or part of one, decoded in one way. Each character of either text is a byte. */
export interface View {
  readonly text: string;
  /** True if it was cut out of a longer text, and may be truncated at both ends. */
  readonly isPart?: true;
  /** Starts mapping ranges of the decoded text to the source. Ranges must be requested in order and must not overlap. */
  locate(): (decoded: Span) => Span;
}

/** UTF-8 bytes of a text, each as one character. */
export const utf8Bytes = (text: string): string => Buffer.from(text).toString('latin1');

/** Number of characters in a slice of `utf8Bytes`. */
export const charactersIn = (bytes: string): number =>
  Buffer.from(bytes, 'latin1').toString().length;

/** Value of each ASCII character as a digit of an encoding; 255 if it is none. */
export const digitsOf = (...alphabets: readonly string[]): Uint8Array => {
  const digits = new Uint8Array(128).fill(255);
  for (const alphabet of alphabets)
    for (const [value, character] of Array.from(alphabet).entries())
      digits[character.charCodeAt(0)] = value;
  return digits;
};

const isDigit = (digits: Uint8Array, code: number): boolean => code < 128 && digits[code] !== 255;

/** Next run of at least this many digits, at `before` or later; undefined if there is none. */
export const nextRun = (
  text: string,
  digits: Uint8Array,
  shortest: number,
  before: number,
): Span | undefined => {
  // Every run of that length contains one of the sampled positions.
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

/** Bytes of ASCII text in UTF-8 or UTF-16. */
const isOfAscii = (byte: number): boolean =>
  byte === 0 || (byte >= 0x20 && byte < 0x7f) || byte === 9 || byte === 10 || byte === 13;

/** 1 for each byte that a text may contain; for non-ASCII text that is any byte. */
export const textualBytes = (isAscii: boolean): Uint8Array =>
  Uint8Array.from({ length: 256 }, (_, byte) => (isOfAscii(byte) || !isAscii ? 1 : 0));
