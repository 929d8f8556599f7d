import { visibleText } from './message-text.ts';

/** A parsed JSON text, or the position and reason of the syntax error. */
export type JsonText =
  { readonly ok: true; readonly value: unknown } | { readonly ok: false; readonly problem: string };

const MARK = '\ufeff';

/** Text without a byte order mark, which a parser may ignore (RFC 8259, 8.1). */
export const withoutMark = (text: string): string => (text.startsWith(MARK) ? text.slice(1) : text);

/** Blanks, and the token behind them: punctuation, the quote that begins a string, another scalar, or none of these. */
const TOKEN =
  /([ \t\n\r]*)([{}[\],:"]|-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?|true|false|null)?/y;

/** A part of a string: one pattern for a whole string of megabytes would overflow the stack. */
const STRING_PART = /[ !#-Z[\]-\uffff]+|\\(?:["\\/bfnrt]|u[\da-fA-F]{4})/y;

/** Offset behind the string whose quote is at this one; undefined if no such string ends. */
const stringEnd = (text: string, start: number): number | undefined => {
  STRING_PART.lastIndex = start + 1;
  let end = start + 1;
  while (STRING_PART.test(text)) end = STRING_PART.lastIndex;
  return text[end] === '"' ? end + 1 : undefined;
};

/** Permitted tokens at the beginning; a string is `"`, any other scalar `0`. */
const AT_FIRST = { tokens: '{["0', words: 'a value' } as const;
const AFTER_BRACE = { tokens: '"}', words: 'a key or }' } as const;
const AFTER_BRACKET = { tokens: '{["0]', words: 'a value or ]' } as const;
const KEY = { tokens: '"', words: 'a key in double quotes' } as const;
const COLON = { tokens: ':', words: 'a colon' } as const;
const IN_OBJECT = { tokens: ',}', words: 'a comma or }' } as const;
const IN_LIST = { tokens: ',]', words: 'a comma or ]' } as const;
const AT_END = { tokens: '', words: 'nothing more' } as const;
type Wanted = { readonly tokens: string; readonly words: string };

/** Permitted tokens after one, within the innermost bracket, if any. */
const wantedAfter = (token: string, wanted: Wanted, within: string | undefined): Wanted => {
  if (token === '{') return AFTER_BRACE;
  if (token === '[') return AFTER_BRACKET;
  if (token === ':') return AT_FIRST;
  if (token === ',') return within === '{' ? KEY : AT_FIRST;
  if (token === '"' && (wanted === KEY || wanted === AFTER_BRACE)) return COLON;
  if (within === undefined) return AT_END;
  return within === '{' ? IN_OBJECT : IN_LIST;
};

/** Position of the first syntax error, with the expected tokens. */
const faultIn = (text: string): { readonly at: number; readonly wanted: string } => {
  const open: string[] = [];
  let [at, wanted]: [number, Wanted] = [0, AT_FIRST];
  for (;;) {
    TOKEN.lastIndex = at;
    const [, blanks = '', token = ''] = TOKEN.exec(text) ?? [];
    at += blanks.length;
    const kind = /^[\dtfn-]/.test(token) ? '0' : (token[0] ?? '');
    if (kind === '' || !wanted.tokens.includes(kind)) return { at, wanted: wanted.words };
    const end = kind === '"' ? stringEnd(text, at) : at + token.length;
    if (end === undefined) return { at, wanted: 'a string that ends, without control characters' };
    if (kind === '{' || kind === '[') open.push(kind);
    if (kind === '}' || kind === ']') open.pop();
    wanted = wantedAfter(kind, wanted, open.at(-1));
    at = end;
  }
};

const problemIn = (text: string): string => {
  const { at, wanted } = faultIn(text);
  const character = text.slice(at, at + 1);
  const got = character === '' ? 'the end' : visibleText(character);
  return `expected ${wanted}, got ${got} at character ${at + 1}`;
};

/** Value of a JSON text; undefined if it is none. For k6, which would take a second to locate the error in 30 kB. */
export const jsonIn = (text: string): unknown => {
  try {
    return JSON.parse(withoutMark(text));
  } catch {
    return undefined;
  }
};

/** Parses a JSON text from a service; never throws. */
export const readJsonText = (text: string): JsonText => {
  const value = jsonIn(text);
  return value === undefined
    ? { ok: false, problem: problemIn(withoutMark(text)) }
    : { ok: true, value };
};
