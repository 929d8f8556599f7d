import { type Document, isScalar, visit, type YAMLError } from 'yaml';
import { placeIn, type TextProblem } from './text-file.ts';
import { reference, unclosed, unclosedQuote, unexpected } from './yaml-delimiters.ts';
import {
  type Explain,
  type Explanation,
  type Finding,
  firstIn,
  lineAt,
  lineText,
} from './yaml-indentation.ts';
import { fullLines, indentationOf } from './yaml-indentation.ts';

const indentation = (text: string, line: number): Explanation | undefined => {
  const found = indentationOf(text, line);
  return found && { offset: firstIn(text, line), ...found };
};

const noColon = (text: string, line: number): Explanation => {
  const isGlued = /^\s*(- +)?["']?[\w.$-]+["']?:\S/.test(lineText(text, line));
  return {
    offset: firstIn(text, line),
    wanted: 'a key, a colon, a space and a value, such as name: staging',
    got: isGlued ? 'no space after the colon' : 'no colon',
  };
};

const IN_QUOTES = 'write the whole value in quotes';

/** Either the value holds `: `, or the next line is indented as if it went on with this one's value. */
const nested: Explain = ({ text, error, document }) => {
  const line = lineAt(text, error.pos[0]);
  if (/^\s*-[^\s-]/.test(lineText(text, line)))
    return { offset: firstIn(text, line), wanted: 'a space after the dash', got: 'none' };
  const isContinued = document.errors.some(
    (other) => other.code === 'MULTILINE_IMPLICIT_KEY' && other.pos[0] === error.pos[0],
  );
  const next = fullLines(text).find(({ number }) => number > line);
  const moved = isContinued && next ? indentation(text, next.number) : undefined;
  if (moved) return moved;
  const own = indentation(text, line);
  if (own && error.pos[0] <= firstIn(text, line)) return own;
  return {
    offset: error.pos[0],
    wanted: 'one value after the key',
    got: 'another key in the same line',
    hint: `what belongs to a key goes below it, indented; where ": " is part of a text, ${IN_QUOTES}`,
  };
};

const keyWithoutValue: Explain = (finding) => {
  const { text, error } = finding;
  const line = lineAt(text, error.pos[0]);
  return indentation(text, line) ?? noColon(text, line);
};

const badIndent: Explain = (finding) => {
  const { text, error } = finding;
  if (error.message.startsWith('Flow')) return unclosed(finding);
  const from = lineAt(text, error.pos[0]);
  // Empty lines and comments before a line that is indented wrongly belong to the error.
  const line = fullLines(text).find(({ number }) => number >= from)?.number ?? from;
  return (
    indentation(text, line) ?? {
      offset: firstIn(text, line),
      wanted: 'what is below a list to begin with "- ", or to be indented otherwise',
      got: 'no dash',
    }
  );
};

const EXPLAIN: Partial<Record<string, Explain>> = {
  TAB_AS_INDENT: ({ error }) => ({
    offset: error.pos[0],
    wanted: 'spaces at the start of a line',
    got: 'a tab',
  }),
  BAD_INDENT: badIndent,
  BLOCK_AS_IMPLICIT_KEY: nested,
  MULTILINE_IMPLICIT_KEY: keyWithoutValue,
  BLOCK_IN_FLOW: ({ error }) => ({
    offset: error.pos[0],
    wanted: 'a comma between what stands in braces or brackets',
    got: 'none',
  }),
  MISSING_CHAR: (finding) =>
    finding.error.message.includes('quote') ? unclosedQuote(finding) : keyWithoutValue(finding),
  UNEXPECTED_TOKEN: (finding) => reference(finding) ?? unexpected(finding),
  MULTIPLE_DOCS: ({ error }) => ({
    offset: error.pos[0],
    wanted: 'one document',
    got: 'the start of a second one',
  }),
  BAD_SCALAR_START: ({ text, error }) => ({
    offset: error.pos[0],
    wanted: `a value in quotes where it begins with ${text[error.pos[0]]}`,
    got: 'none around it',
  }),
  BAD_DQ_ESCAPE: ({ text, error }) => ({
    offset: error.pos[0],
    wanted: 'an escape that YAML knows',
    got: text.slice(error.pos[0], error.pos[0] + 2),
    hint: 'a backslash within double quotes is written twice; single quotes take it as it is',
  }),
  RESOURCE_EXHAUSTION: ({ error }) => ({
    offset: error.pos[0],
    wanted: 'lists and objects in each other that a person can follow',
    got: 'hundreds of them',
  }),
  TAG_RESOLVE_FAILED: ({ error }) => ({
    offset: error.pos[0],
    wanted: 'values without a tag',
    got: error.message.replace(/^.*: /, ''),
    hint: 'the value of an environment variable is written ${NAME}',
  }),
};

const generic: (finding: Finding) => Explanation = ({ error }) => ({
  offset: error.pos[0],
  wanted: 'YAML',
  got: error.message,
});

const told = (finding: Finding): TextProblem => {
  const { offset, ...what } = EXPLAIN[finding.error.code]?.(finding) ?? generic(finding);
  return { at: placeIn(finding.text, offset), ...what };
};

/** Keys that are there twice; the value of the second would silently count. */
const duplicates = ({ document, text, errors }: DuplicateFinding): readonly TextProblem[] =>
  errors.map(({ pos: [at] }) => {
    let first = at;
    let name = '';
    visit(document, {
      Map: (_, { items }) => {
        const keys = items.flatMap(({ key }) => (isScalar(key) ? [key] : []));
        const own = keys.find(({ range }) => range?.[0] === at);
        const before = keys.find(({ value }) => own !== undefined && value === own.value);
        if (!own || !before?.range) return;
        name = String(own.value);
        [first] = before.range;
      },
    });
    const line = lineAt(text, first);
    return {
      at: placeIn(text, at),
      wanted: 'each key once',
      got: `${name} again, as in line ${line}`,
    };
  });

interface DuplicateFinding {
  readonly document: Document.Parsed;
  readonly text: string;
  readonly errors: readonly YAMLError[];
}

/** What the parser found, in a person's words and at the line that has to be changed. Later errors only follow from the first. */
export const yamlProblems = (text: string, document: Document.Parsed): readonly TextProblem[] => {
  const found = [...document.errors, ...document.warnings];
  const again = found.filter(({ code }) => code === 'DUPLICATE_KEY');
  if (again.length === found.length) return duplicates({ document, text, errors: again });
  const open = found.find(
    ({ code, message }) => code === 'BAD_INDENT' && message.startsWith('Flow'),
  );
  const first = open ?? found.find(({ code }) => code !== 'DUPLICATE_KEY');
  return first ? [told({ error: first, text, document })] : [];
};
