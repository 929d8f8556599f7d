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
