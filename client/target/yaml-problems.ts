import { type Document, isScalar, visit, type YAMLError } from 'yaml';
import { placeIn, type TextProblem } from './text-file.ts';

interface Line {
  /** From 1. */
  readonly number: number;
  /** Offsets of its start and of its first non-blank character. */
  readonly start: number;
  readonly first: number;
  readonly text: string;
  readonly indent: number;
  /** Column after `- `; undefined if the line starts no list item. */
  readonly item: number | undefined;
  /** Ends in a colon, so that a nested value may follow. */
  readonly opens: boolean;
  /** Contains more than a comment. */
  readonly isFull: boolean;
}

const linesIn = (text: string): readonly Line[] => {
  let next = 0;
  return text.split('\n').map((line, at): Line => {
    const [, before = '', dash = ''] = /^( *)((?:- +)*)/.exec(line) ?? [];
    const rest = line.slice(before.length);
    const start = next;
    next += line.length + 1;
    return {
      number: at + 1,
      start,
      first: start + (/^[ \t]*/.exec(line)?.[0].length ?? 0),
      text: line,
      indent: before.length,
      item: dash === '' ? undefined : before.length + dash.length,
      opens: /:\s*([&|>!]\S*\s*)?(#.*)?$/.test(rest),
      isFull: rest.trim() !== '' && !rest.startsWith('#'),
    };
  });
};

const lineAt = (lines: readonly Line[], offset: number): Line =>
  lines[lines.findLastIndex(({ start }) => start <= offset)] as Line;

/** An error of the parser with its context. */
interface Finding {
  readonly error: YAMLError;
  /** Offset of the error, and its line. */
  readonly at: number;
  readonly line: Line;
  readonly lines: readonly Line[];
  readonly text: string;
  readonly document: Document.Parsed;
}

/** Position and description of the fix. */
type Explanation = Omit<TextProblem, 'at'> & { readonly offset: number };
/** Undefined if the error is of another kind. */
type Explain = (finding: Finding) => Explanation | undefined;

/** Columns, from 0, at which a line of this kind could continue the open structure. */
const openColumns = (before: readonly Line[], line: Line): readonly number[] => {
  const columns: number[] = [];
  let least = Number.POSITIVE_INFINITY;
  for (const { indent, item } of before.toReversed()) {
    const own = item === undefined || line.item !== undefined ? indent : item;
    if (own < least) columns.push(own);
    least = Math.min(least, indent + 1, own);
  }
  return columns;
};

const spaces = (count: number): string => {
  if (count === 0) return 'no space';
  return count === 1 ? '1 space' : `${count} spaces`;
};

/** Valid indentations of a line; undefined if it is indented correctly, or rather lacks a dash. */
const indentation = (lines: readonly Line[], line: Line): Explanation | undefined => {
  const before = lines.filter(({ isFull, number }) => isFull && number < line.number);
  const last = before.at(-1);
  if (!line.isFull || !last || (last.opens && line.indent > (last.item ?? last.indent)))
    return undefined;
  const columns = openColumns(before, line);
  const above = before.findLast(({ indent }) => indent <= line.indent);
  const lacksDash =
    line.item === undefined && above?.indent === line.indent && above.item !== undefined;
  if (columns.includes(line.indent) || lacksDash) return undefined;
  const far = (column: number): number => Math.abs(column - line.indent);
  const nearest = Math.min(...columns.map(far));
  const near = columns.filter((column) => far(column) === nearest).sort((a, b) => a - b);
  return {
    offset: line.first,
    wanted: `${near.map(spaces).join(' or ') || 'no space'} at the start of this line, to align with the lines it belongs to`,
    got: spaces(line.indent),
  };
};

/** Explains a value that contains `: `, or a next line indented as its continuation. */
const nested: Explain = ({ at, line, lines, document }) => {
  if (/^\s*-[^\s-]/.test(line.text))
    return { offset: line.first, wanted: 'a space after the dash', got: 'none' };
  const isContinued = document.errors.some(
    ({ code, pos }) => code === 'MULTILINE_IMPLICIT_KEY' && pos[0] === at,
  );
  const next = lines.find(({ isFull, number }) => isFull && number > line.number);
  const moved = isContinued && next ? indentation(lines, next) : undefined;
  const own = at <= line.first ? indentation(lines, line) : undefined;
  return (
    moved ??
    own ?? {
      offset: at,
      wanted: 'one value after the key',
      got: 'another key in the same line',
      hint: 'indent nested keys on the next line; if ": " is part of a text, quote the whole value',
    }
  );
};

const keyWithoutValue: Explain = ({ line, lines }) => {
  const isGlued = /^\s*(- +)?["']?[\w.$-]+["']?:\S/.test(line.text);
  return (
    indentation(lines, line) ?? {
      offset: line.first,
      wanted: 'a key, a colon, a space and a value, such as name: staging',
      got: isGlued ? 'no space after the colon' : 'no colon',
    }
  );
};

/** Explains an unclosed bracket: the parser fails far behind the opening one. */
const unclosed: Explain = ({ text, document, at }) => {
  let offset = at;
  visit(document, {
    Collection: (_, { flow, range }) => {
      if (!flow || !range || range[0] > at) return undefined;
      [offset] = range;
      return visit.SKIP;
    },
  });
  const [open, close] = text[offset] === '[' ? ['[', ']'] : ['{', '}'];
  return { offset, wanted: `a ${close} for the ${open} that opens here`, got: 'none' };
};

const badIndent: Explain = (finding) => {
  if (finding.error.message.startsWith('Flow')) return unclosed(finding);
  const { line: from, lines } = finding;
  // Blank lines and comments before a wrongly indented line belong to the error.
  const line = lines.find(({ isFull, number }) => isFull && number >= from.number) ?? from;
  return (
    indentation(lines, line) ?? {
      offset: line.first,
      wanted: 'a line below a list that begins with "- " or is indented differently',
      got: 'no dash',
    }
  );
};

/** Explains a quote that is not closed, or is closed by the opening one of the next text. */
const unclosedQuote: Explain = ({ text, document, at, line, lines }) => {
  let offset = at;
  visit(document, {
    Scalar: (_, { type = '', range }) => {
      if (type.startsWith('QUOTE') && range && range[0] <= at) [offset] = range;
    },
  });
  const opening = lineAt(lines, offset);
  const isLater = text[at] !== undefined && line.number > opening.number;
  const wanted =
    isLater && /["']/.test(opening.text)
      ? 'a closing quote for the one that opens here'
      : `a closing ${text[offset] ?? 'quote'} in this line`;
  return { offset, wanted, got: 'none' };
};

/** Explains an unexpected token: `${NAME}` within braces, a line below an indented one, text after a quote, an extra bracket. */
const unexpected: Explain = ({ text, error, at, line, lines }) => {
  const [reference] = (text[at] === '{' && /^\$\{[^}\n]*\}?/.exec(text.slice(at - 1))) || [];
  if (reference)
    return {
      offset: at - 1,
      wanted: `'${reference}' in quotes, since nested braces are an object`,
      got: 'it without quotes',
    };
  const first = lines.find(({ isFull }) => isFull);
  if (first && at === line.start && first.indent > 0 && first.number < line.number)
    return {
      offset: first.first,
      wanted: 'no space at the start of this line, like the lines below it',
      got: `${first.indent} of them`,
    };
  if (/["']/.test(text.slice(line.start, at)))
    return {
      offset: at,
      wanted: 'nothing after the closing quote',
      got: 'more text',
      hint: 'inside single quotes write a quote twice, inside double quotes as \\"',
    };
  return /flow-(map|seq)-end/.test(error.message)
    ? {
        offset: at,
        wanted: 'as many closing brackets as opening ones',
        got: `one ${text[at]} too many`,
      }
    : undefined;
};

/** Explains a duplicate key, whose second value would silently win. */
const duplicate: Explain = ({ document, lines, at }) => {
  let first = at;
  let name = '';
  visit(document, {
    Map: (_, { items }) => {
      const keys = items.flatMap(({ key }) => (isScalar(key) ? [key] : []));
      const own = keys.find(({ range }) => range?.[0] === at);
      const before = own && keys.find(({ value }) => value === own.value);
      if (before?.range) [first, name] = [before.range[0], String(own?.value)];
    },
  });
  const { number } = lineAt(lines, first);
  return { offset: at, wanted: 'each key once', got: `${name} again, as in line ${number}` };
};

/** Explains errors for which the position is enough. */
const plainly =
  (wanted: string, got: string, hint?: string): Explain =>
  ({ at }) => ({ offset: at, wanted, got, hint });

const EXPLAIN: Partial<Record<string, Explain>> = {
  DUPLICATE_KEY: duplicate,
  TAB_AS_INDENT: plainly('spaces at the start of a line', 'a tab'),
  BAD_INDENT: badIndent,
  BLOCK_AS_IMPLICIT_KEY: nested,
  MULTILINE_IMPLICIT_KEY: keyWithoutValue,
  BLOCK_IN_FLOW: plainly('a comma between the entries in braces or brackets', 'none'),
  MISSING_CHAR: (finding) =>
    finding.error.message.includes('quote') ? unclosedQuote(finding) : keyWithoutValue(finding),
  UNEXPECTED_TOKEN: unexpected,
  MULTIPLE_DOCS: plainly('one document', 'the start of a second one'),
  BAD_SCALAR_START: ({ text, at }) => ({
    offset: at,
    wanted: `quotes around a value that begins with ${text[at]}`,
    got: 'none',
  }),
  BAD_DQ_ESCAPE: ({ text, at }) => ({
    offset: at,
    wanted: 'an escape sequence of YAML',
    got: text.slice(at, at + 2),
    hint: 'inside double quotes write a backslash twice; single quotes keep it as it is',
  }),
  RESOURCE_EXHAUSTION: plainly('a reasonable number of nested lists and objects', 'hundreds'),
  TAG_RESOLVE_FAILED: ({ error, at }) => ({
    offset: at,
    wanted: 'values without a tag',
    got: error.message.replace(/^.*: /, ''),
    hint: 'write ${NAME} for the value of an environment variable',
  }),
};

/** Translates parser errors to problems at the line to be fixed. Only the first one counts; later ones are consequences. */
export const yamlProblems = (text: string, document: Document.Parsed): readonly TextProblem[] => {
  const found = [...document.errors, ...document.warnings];
  if (found.length === 0) return [];
  const lines = linesIn(text);
  const problemOf = (error: YAMLError): TextProblem => {
    const [at] = error.pos;
    const finding = { error, at, line: lineAt(lines, at), lines, text, document };
    const { offset, ...what } = EXPLAIN[error.code]?.(finding) ?? {
      offset: at,
      wanted: 'YAML',
      got: error.message,
    };
    return { at: placeIn(text, offset), ...what };
  };
  const others = found.filter(({ code }) => code !== 'DUPLICATE_KEY');
  const open = others.find(
    ({ code, message }) => code === 'BAD_INDENT' && message.startsWith('Flow'),
  );
  const [first] = others;
  return first ? [problemOf(open ?? first)] : found.map(problemOf);
};
