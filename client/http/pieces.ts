import type { Found, Replacement } from '../secrets/value-index.ts';

/** A stretch of a text: as it was, or the replacement of a known value. */
export type Piece = string | Replacement;

/** The text cut at what was found in it, which is in order and does not overlap. */
export const piecesOf = (text: string, found: readonly Found[]): readonly Piece[] => {
  const pieces: Piece[] = [];
  let end = 0;
  for (const { from, to, replacement } of found) {
    if (from > end) pieces.push(text.slice(end, from));
    pieces.push(replacement);
    end = to;
  }
  if (end < text.length) pieces.push(text.slice(end));
  return pieces;
};

/** The text of pieces. */
export const textOf = (pieces: readonly Piece[]): string =>
  pieces.map((piece) => (typeof piece === 'string' ? piece : piece.text)).join('');
