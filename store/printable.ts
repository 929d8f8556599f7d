import { visibleText } from '../spec/message-text.ts';

/** Maximum columns of printed lines. */
export const COLUMNS = 100;

const SHORT: Readonly<Record<string, string>> = { '\n': '\\n', '\r': '\\r', '\t': '\\t' };

/** Escapes line breaks, terminal codes and other invisible characters in text from a service. */
export const printable = (text: string): string =>
  visibleText(text.replace(/[\n\r\t]/g, (character) => SHORT[character] ?? character));

/** A value as JSON with invisible characters escaped, safe to print in a terminal. */
export const printableJson = (value: unknown, indent = 0): string =>
  JSON.stringify(value, null, indent).split('\n').map(printable).join('\n');

/** Truncates a text in the middle to at most `width` characters. */
export const shorten = (text: string, width: number): string => {
  const characters = Array.from(text);
  if (characters.length <= width) return text;
  const head = Math.ceil((width - 1) / 2);
  return `${characters.slice(0, head).join('')}…${characters.slice(head + 1 - width).join('')}`;
};

/** Makes a foreign value printable and short enough for a line. */
export const inlineText = (text: string, width: number): string => shorten(printable(text), width);

/** Maximum length of a printed command; the exchange has its parts. */
const MAX_COMMAND = 2000;

/** A command to be typed; a hint if it is too long, or contains invisible characters. */
export const typedCommand = (
  command: string,
  seen: string,
  longest: number = MAX_COMMAND,
): string =>
  command.length <= longest && printable(command) === command
    ? command
    : `too long or not printable; see ${seen}`;

/** Wraps printable text at words, in at most `lines` lines of at most `width` characters. */
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

/** Wraps printable text beside a label on the first line. */
export const labelled = (label: string, text: string, lines: number): readonly string[] =>
  wrap(text, COLUMNS - label.length, lines).map(
    (line, at) => (at === 0 ? label : ' '.repeat(label.length)) + line,
  );

/** `left` and `right` at the two ends of a line, or undefined if they do not fit. */
export const justified = (left: string, right: string): string | undefined => {
  const gap = COLUMNS - left.length - right.length;
  return gap < 2 ? undefined : left + ' '.repeat(gap) + right;
};
