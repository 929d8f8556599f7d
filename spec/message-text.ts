/** Invisible or ambiguous characters: controls, formats, fillers, halves of pairs, and blanks other than the space. */
const INVISIBLE =
  /[^ -~\u00a1-\uffff]|[\u00ad\u061c\u115f\u1160\u1680\u180e\u2000-\u200f\u2028-\u202f\u205f-\u206f\u2800\u3000\u3164\ufeff\uffa0\ufff9-\ufffb]|\u034f|\u17b4|\u17b5|\udb40[\udc00-\udc7f]|[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/g;

const escaped = (character: string): string =>
  character
    .split('')
    .map((unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`)
    .join('');

/** Escapes invisible characters, such as `\u00a0`. */
export const visibleText = (text: string): string => text.replace(INVISIBLE, escaped);

/**
 * Joins lines: a line break with its indentation becomes one space. Other blanks stay, since they may be the cause of
 * an error.
 */
export const onOneLine = (text: string): string => text.replace(/[\t-\r ]+/g, ' ').trim();

/** A number with its noun, such as `1 run` or `1,200 runs`. */
export const counted = (count: number, one: string, many = `${one}s`): string =>
  `${count.toLocaleString('en-GB')} ${count === 1 ? one : many}`;
