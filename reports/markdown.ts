import { inLine, typedCommand } from '../store/printable.ts';

/** Characters of one cell; a list of operations may need many. */
const WIDEST = 400;

/** A run of characters without a space in which GitHub or an e-mail reader may see an address, a name or an issue. */
const WORD = /([\w.+@#:/?=%~-]+)/;
const IS_LINK = /:\/\/|www\.|@|#\d|mailto:/i;

const plain = (text: string): string =>
  text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll(/[\\*_{}[\]|~#]/g, String.raw`\$&`)
    // A backslash would not keep it apart from the code beside it in every reader.
    .replaceAll('`', '&#96;');

/**
 * A text of a service in a line of Markdown: neither markup nor a control character, and not too long. Addresses and names
 * are code: nobody is mentioned, and nothing can be clicked.
 */
export const markdownText = (text: string): string =>
  inLine(text, WIDEST)
    .split(WORD)
    .map((part, at) => (at % 2 === 1 && IS_LINK.test(part) ? `\`${part}\`` : plain(part)))
    .join('');

/** A table; the cells are Markdown already. */
export const markdownTable = (
  heads: readonly string[],
  rows: readonly (readonly string[])[],
): string =>
  [heads, heads.map(() => '---'), ...rows].map((row) => `| ${row.join(' | ')} |`).join('\n');

/** A table under a heading; nothing where it has no rows. */
export const tableSection = (
  title: string,
  heads: readonly string[],
  rows: readonly (readonly string[])[],
): readonly string[] => (rows.length === 0 ? [] : [`### ${title}`, markdownTable(heads, rows)]);

/** A list under a heading, of texts that are no Markdown yet; nothing where it has no items. */
export const listSection = (title: string, items: readonly string[]): readonly string[] =>
  items.length === 0
    ? []
    : [`### ${title}`, items.map((item) => `- ${markdownText(item)}`).join('\n')];

/** A command as it has to be typed, in a block of its own; a fence that is longer than any in it. */
export const markdownCommand = (command: string): string => {
  const longest = Math.max(2, ...[...command.matchAll(/`+/g)].map(([ticks]) => ticks.length));
  const fence = '`'.repeat(longest + 1);
  return `${fence}sh\n${typedCommand(command, 'exchanges.jsonl')}\n${fence}`;
};
