/** Invisible or ambiguous characters: controls, formats, and blanks other than the space. */
const INVISIBLE =
  /[^ -~\u00a1-\uffff]|[\u00ad\u061c\u1680\u180e\u2000-\u200f\u2028-\u202f\u205f-\u206f\u3000\ufeff\ufff9-\ufffb]/g;

/** Escapes invisible characters, such as `\u00a0`. */
export const visibleText = (text: string): string =>
  text.replace(
    INVISIBLE,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );

/**
 * Joins lines: a line break with its indentation becomes one space. Other blanks stay, since they may be the cause of
 * an error.
 */
export const onOneLine = (text: string): string => text.replace(/[\t-\r ]+/g, ' ').trim();

/** A number with its noun, such as `1 run` or `1,200 runs`. */
export const counted = (count: number, one: string, many = `${one}s`): string =>
  `${count.toLocaleString('en-GB')} ${count === 1 ? one : many}`;
