import { inlineText, typedCommand } from '../store/printable.ts';

/** Characters of a cell; a list of operations may need many. */
const WIDEST = 400;

/** Run of non-blank characters in which GitHub or a mail client may detect an address, a name or an issue. */
const WORD = /([\w.+@#:/?=%~-]+)/;
const IS_LINK = /:\/\/|www\.|@|#\d|mailto:/i;

const plain = (text: string): string =>
  text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll(/[\\*_{}[\]|~#]/g, String.raw`\$&`)
    // Not every renderer accepts a backslash next to code.
    .replaceAll('`', '&#96;');

/**
 * Escapes a service's text for one line of Markdown: no markup, no control characters, and limited in length.
 * Addresses and names become code, so that nobody is mentioned and nothing can be clicked.
 */
export const markdownText = (text: string): string =>
  inlineText(text, WIDEST)
    .split(WORD)
    .map((part, at) => (at % 2 === 1 && IS_LINK.test(part) ? `\`${part}\`` : plain(part)))
    .join('');

/** Table of Markdown cells. */
export const markdownTable = (
  heads: readonly string[],
  rows: readonly (readonly string[])[],
): string =>
  [heads, heads.map(() => '---'), ...rows].map((row) => `| ${row.join(' | ')} |`).join('\n');

/** Table under a heading; empty without rows. */
export const tableSection = (
  title: string,
  heads: readonly string[],
  rows: readonly (readonly string[])[],
): readonly string[] => (rows.length === 0 ? [] : [`### ${title}`, markdownTable(heads, rows)]);

/** List of plain texts under a heading; empty without items. */
export const listSection = (title: string, items: readonly string[]): readonly string[] =>
  items.length === 0
    ? []
    : [`### ${title}`, items.map((item) => `- ${markdownText(item)}`).join('\n')];

/** Code block of a command, with a fence longer than any run of backticks in it. */
export const markdownCommand = (command: string): string => {
  const longest = Math.max(2, ...[...command.matchAll(/`+/g)].map(([ticks]) => ticks.length));
  const fence = '`'.repeat(longest + 1);
  return `${fence}sh\n${typedCommand(command, 'exchanges.jsonl')}\n${fence}`;
};
