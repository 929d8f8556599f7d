import { pieces } from './bounded-file.ts';
import { Refused } from './refused.ts';

const NEW_LINE = 0x0a;

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

/**
 * The lines of a file in UTF-8, one after the other, so that it need not fit into memory. Throws Refused for a line that is too
 * long, and for a last one without its end.
 */
export function* fileLines(
  descriptor: number,
  { name, longest, seen }: Reading,
): Generator<string> {
  let rest: Buffer[] = [];
  let length = 0;
  let line = 1;
  for (const piece of pieces(descriptor)) {
    seen?.(piece);
    let from = 0;
    for (let at = piece.indexOf(NEW_LINE); at !== -1; at = piece.indexOf(NEW_LINE, from)) {
      yield Buffer.concat([...rest, piece.subarray(from, at)]).toString('utf8');
      [rest, length, from, line] = [[], 0, at + 1, line + 1];
    }
    rest.push(Buffer.from(piece.subarray(from)));
    length += piece.length - from;
    if (length > longest)
      throw new Refused(`${name}, line ${counted(line)} is longer than any that a run writes`);
  }
  if (length > 0) throw new Refused(`${name}, line ${counted(line)} was cut off before its end`);
}
