import type { Piece } from './secrets/redactor.ts';

const ANSI_C: Readonly<Record<string, string>> = {
  '\n': String.raw`\n`,
  '\r': String.raw`\r`,
  '\t': String.raw`\t`,
  '\\': String.raw`\\`,
  "'": String.raw`\'`,
};

const isControl = (character: string): boolean => character < ' ' || character === '\x7f';

const ansiC = (text: string): string =>
  Array.from(text, (character) => {
    const escape = ANSI_C[character];
    if (escape !== undefined) return escape;
    if (!isControl(character)) return character;
    return `\\x${character.charCodeAt(0).toString(16).padStart(2, '0')}`;
  }).join('');

const hasControl = (text: string): boolean => Array.from(text).some(isControl);

const literal = (text: string): string => {
  if (/^[\w@%+=:,./-]+$/.test(text)) return text;
  // Only this form keeps a line break on one line.
  if (hasControl(text)) return `$'${ansiC(text)}'`;
  return `'${text.replaceAll("'", String.raw`'\''`)}'`;
};

const insideDoubleQuotes = (text: string): string => text.replace(/[\\"$`]/g, String.raw`\$&`);

/** One word of a bash command line, in which bash expands only live replacements, such as `$ASSAY_TOKEN`. */
export const shellWord = (pieces: readonly Piece[]): string => {
  const texts = pieces.map((piece) => (typeof piece === 'string' ? piece : piece.text));
  const isLive = (piece: Piece) => typeof piece !== 'string' && piece.live;
  if (!pieces.some(isLive)) return literal(texts.join(''));
  // An interactive bash expands ! in double quotes, and no escape there represents a line break.
  const isPlain = !pieces.some((piece, index) => !isLive(piece) && /!/.test(texts[index] ?? ''));
  const parts = pieces.map((piece, index) => {
    const text = texts[index] ?? '';
    return { text, live: isLive(piece) };
  });
  if (isPlain && !parts.some(({ text }) => hasControl(text)))
    return `"${parts.map(({ text, live }) => (live ? text : insideDoubleQuotes(text))).join('')}"`;
  return parts.map(({ text, live }) => (live ? `"${text}"` : literal(text))).join('');
};
