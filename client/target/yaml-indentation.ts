import type { Document, YAMLError } from 'yaml';
import type { TextProblem } from './text-file.ts';

/** An error that the parser found, and what it was found in. */
export interface Finding {
  readonly error: YAMLError;
  readonly text: string;
  readonly document: Document.Parsed;
}

/** Where a person has to change something, and what. */
export type Explanation = Omit<TextProblem, 'at'> & { readonly offset: number };
/** Undefined where the error is of another kind. */
export type Explain = (finding: Finding) => Explanation | undefined;

/** The number, from 1, of the line that holds an offset. */
export const lineAt = (text: string, offset: number): number =>
  text.slice(0, offset).split('\n').length;
/** The offset at which a line begins. */
export const startOf = (text: string, line: number): number =>
  text.split('\n', line - 1).reduce((sum, each) => sum + each.length + 1, 0);
/** The offset of the first character of a line that is no white space. */
export const firstIn = (text: string, line: number): number => {
  const start = startOf(text, line);
  return start + (/^[ \t]*/.exec(text.slice(start))?.[0].length ?? 0);
};
/** A line without its end. */
export const lineText = (text: string, line: number): string => text.split(/\r?\n/)[line - 1] ?? '';

/** A line of a YAML text that holds something, counted from 1. */
interface FullLine {
  readonly number: number;
  readonly indent: number;
  /** Where what follows `- ` begins; undefined where no list item begins. */
  readonly item: number | undefined;
  /** Whether it ends in a colon, so that something deeper may follow. */
  readonly opens: boolean;
}

/** Lines that hold more than a comment. */
export const fullLines = (text: string): readonly FullLine[] =>
  text.split(/\r?\n/).flatMap((line, at): FullLine[] => {
    const [, before = '', dash = ''] = /^( *)((?:- +)*)/.exec(line) ?? [];
    const rest = line.slice(before.length);
    if (rest.trim() === '' || rest.startsWith('#')) return [];
    return [
      {
        number: at + 1,
        indent: before.length,
        item: dash === '' ? undefined : before.length + dash.length,
        opens: /:\s*([&|>!]\S*\s*)?(#.*)?$/.test(rest),
      },
    ];
  });

/** The columns, from 0, at which a line of this kind could go on with what is open before it. */
const openColumns = (before: readonly FullLine[], line: FullLine): readonly number[] => {
  const columns: number[] = [];
  let least = Number.POSITIVE_INFINITY;
  for (const { indent, item } of before.toReversed()) {
    const own = item === undefined || line.item !== undefined ? [indent] : [item];
    columns.push(...own.filter((column) => column < least));
    least = Math.min(least, indent + 1, ...own);
  }
  return [...new Set(columns)];
};

/** Whether it stands where the list items before it begin, so that a dash is missing rather than a space. */
const isAmongItems = (before: readonly FullLine[], { indent, item }: FullLine): boolean =>
  item === undefined &&
  before.findLast((each) => each.indent <= indent)?.indent === indent &&
  before.findLast((each) => each.indent <= indent)?.item !== undefined;

const spaces = (count: number): string => {
  if (count === 0) return 'no space';
  return count === 1 ? '1 space' : `${count} spaces`;
};

/** What is wrong with the indentation of a line: how many spaces there could be, and how many there are. */
export const indentationOf = (
  text: string,
  number: number,
): { readonly wanted: string; readonly got: string } | undefined => {
  const lines = fullLines(text);
  const line = lines.find((each) => each.number === number);
  const before = lines.filter((each) => each.number < number);
  const last = before.at(-1);
  if (!line || !last || (last.opens && line.indent > (last.item ?? last.indent))) return undefined;
  const columns = openColumns(before, line);
  if (columns.includes(line.indent) || isAmongItems(before, line)) return undefined;
  const far = (column: number): number => Math.abs(column - line.indent);
  const nearest = Math.min(...columns.map(far));
  const near = columns
    .filter((column) => far(column) === nearest)
    .sort((a, b) => a - b)
    .map(spaces);
  return {
    wanted: `${near.join(' or ') || 'no space'} at the start of this line, to stand below what it belongs with`,
    got: spaces(line.indent),
  };
};
