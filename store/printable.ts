/** Columns that printed lines keep to. */
export const COLUMNS = 100;

const escaped = (character: string): string =>
  ({ '\n': '\\n', '\r': '\\r', '\t': '\\t' })[character] ??
  `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`;

/** What a service sent may hold line breaks and terminal codes; this shows them instead of obeying them. */
export const printable = (text: string): string =>
  text.replaceAll(
    /[\p{Cc}\p{Cs}\u061c\u200b-\u200f\u2028\u2029\u202a-\u202e\u2060-\u2069\ufeff]/gu,
    escaped,
  );

/** A value as JSON that a terminal shows as it is: what nobody would see is written as an escape. */
export const printableJson = (value: unknown, indent = 0): string =>
  JSON.stringify(value, null, indent).split('\n').map(printable).join('\n');

/** At most `width` characters: what is too long loses its middle. */
export const shorten = (text: string, width: number): string => {
  const characters = Array.from(text);
  if (characters.length <= width) return text;
  const head = Math.ceil((width - 1) / 2);
  return `${characters.slice(0, head).join('')}…${characters.slice(head + 1 - width).join('')}`;
};

/** Printable and short: how a value that is not ours gets into a line. */
export const inlineText = (text: string, width: number): string => shorten(printable(text), width);

/** A longer command helps nobody; the exchange has its parts. */
const LONGEST_COMMAND = 2000;

/** A command as it has to be typed; a word about it where it is too long, or holds what cannot be seen. */
export const typedCommand = (
  command: string,
  seen: string,
  longest: number = LONGEST_COMMAND,
): string =>
  command.length <= longest && printable(command) === command
    ? command
    : `too long or not printable; see ${seen}`;

/** Printable text in at most `lines` lines of at most `width` characters, broken between words. */
export const wrap = (text: string, width: number, lines: number): readonly string[] => {
  const wrapped: string[] = [];
  let rest = printable(text).trim();
  while (wrapped.length < lines - 1 && rest.length > width) {
    const space = rest.lastIndexOf(' ', width);
    const cut = space > width / 2 ? space : width;
    wrapped.push(rest.slice(0, cut).trimEnd());
    rest = rest.slice(cut).trimStart();
  }
  return [...wrapped, shorten(rest, width)];
};

/** Printable text in at most so many lines beside a label, which stands before the first of them alone. */
export const labelled = (label: string, text: string, lines: number): readonly string[] =>
  wrap(text, COLUMNS - label.length, lines).map(
    (line, at) => (at === 0 ? label : ' '.repeat(label.length)) + line,
  );

/** `left` and `right` at the two ends of a line, or undefined where they do not fit. */
export const justified = (left: string, right: string): string | undefined => {
  const gap = COLUMNS - left.length - right.length;
  return gap < 2 ? undefined : left + ' '.repeat(gap) + right;
};
