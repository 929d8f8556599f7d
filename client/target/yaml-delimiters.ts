import { visit } from 'yaml';
import { type Explain, firstIn, lineAt, lineText, startOf } from './yaml-indentation.ts';
import { fullLines } from './yaml-indentation.ts';

/** The parser goes on until it can make nothing of it any more; what is to be closed is the opening one. */
export const unclosed: Explain = ({ text, document, error }) => {
  let offset = error.pos[0];
  visit(document, {
    Collection: (_, node) => {
      const at = node.range?.[0];
      if (!node.flow || at === undefined || at > error.pos[0]) return undefined;
      offset = at;
      return visit.SKIP;
    },
  });
  const open = text[offset] === '[' ? '[' : '{';
  const close = open === '[' ? ']' : '}';
  return { offset, wanted: `a ${close} for the ${open} that opens here`, got: 'none' };
};

/** A quote that is closed by nothing, or by the one that was to open the next text. */
export const unclosedQuote: Explain = ({ text, document, error }) => {
  let offset = error.pos[0];
  visit(document, {
    Scalar: (_, { type = '', range }) => {
      if (type.startsWith('QUOTE') && range && range[0] <= error.pos[0]) [offset] = range;
    },
  });
  // A quote that was forgotten is ended by the next one, which was to open.
  const line = lineAt(text, offset);
  const later = lineAt(text, error.pos[0]);
  if (text[error.pos[0]] !== undefined && later > line && /["']/.test(lineText(text, line)))
    return { offset, wanted: 'a closing quote for the one that opens here', got: 'none' };
  return { offset, wanted: `a closing ${text[offset] ?? 'quote'} in this line`, got: 'none' };
};

/** `{ token: ${ASSAY_TOKEN} }`: a brace within braces opens an object. */
export const reference: Explain = ({ text, error }) => {
  const [at] = error.pos;
  if (text[at] !== '{' || text[at - 1] !== '$') return undefined;
  const [whole = '${NAME}'] = /^\$\{[^}\n]*\}?/.exec(text.slice(at - 1)) ?? [];
  return {
    offset: at - 1,
    wanted: `'${whole}' in quotes, since braces within braces are an object`,
    got: 'it without quotes',
  };
};

/** What stands where nothing can: after a quote, before a first line that is indented, one bracket too many. */
export const unexpected: Explain = (finding) => {
  const { text, error } = finding;
  const [at] = error.pos;
  const line = lineAt(text, at);
  const [first] = fullLines(text);
  if (first && at === startOf(text, line) && first.indent > 0 && first.number < line)
    return {
      offset: firstIn(text, first.number),
      wanted: 'no space at the start of this line, as of those below it',
      got: `${first.indent} of them`,
    };
  if (/["']/.test(lineText(text, line).slice(0, at - startOf(text, line))))
    return {
      offset: at,
      wanted: 'nothing after the closing quote',
      got: 'more text',
      hint: 'a quote within single quotes is written twice, one within double quotes as \\"',
    };
  if (error.message.includes('flow-map-end') || error.message.includes('flow-seq-end'))
    return { offset: at, wanted: 'as many that close as open', got: `one ${text[at]} too many` };
  return undefined;
};
