import { linesIn, pieces } from '../line-by-line.ts';
import { Refused } from './refused.ts';

/** How a file is read line by line. */
interface Reading {
  /** How errors call the file. */
  readonly name: string;
  /** Bytes; no line is longer. */
  readonly longest: number;
  /** Is handed every piece of the file before its lines are. */
  readonly seen?: (piece: Buffer) => void;
}

const counted = (count: number): string => count.toLocaleString('en');

function* watched(text: Iterable<Buffer>, seen: Reading['seen']): Generator<Buffer> {
  for (const piece of text) {
    seen?.(piece);
    yield piece;
  }
}

/**
 * The lines of a file in UTF-8, one after the other, so that it need not fit into memory. Throws Refused for a line that is too
 * long, and for a last one without its end.
 */
export function* fileLines(
  descriptor: number,
  { name, longest, seen }: Reading,
): Generator<string> {
  const text = watched(pieces(descriptor), seen);
  const { lines, rest } = yield* linesIn(text, (bytes, line) => {
    if (bytes > longest)
      throw new Refused(`${name}, line ${counted(line)} is longer than any that a run writes`);
  });
  if (rest !== '')
    throw new Refused(`${name}, line ${counted(lines + 1)} was cut off before its end`);
}
