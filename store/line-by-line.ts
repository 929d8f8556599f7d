import { readSync } from 'node:fs';

/** Bytes of a piece: larger ones are hardly read faster, and cost a thousand small files more than the reading. */
const PIECE = 2 ** 16;
const LINE_FEED = 0x0a;

/** Holds the pieces of one file after the other. */
export const pieceBuffer = (): Buffer => Buffer.allocUnsafe(PIECE);

/** A file in pieces, each as large as the buffer or smaller; a piece is valid until the next one is asked for. */
export function* pieces(descriptor: number, buffer = pieceBuffer()): Generator<Buffer> {
  for (;;) {
    const length = readSync(descriptor, buffer, 0, buffer.length, null);
    if (length === 0) return;
    yield buffer.subarray(0, length);
  }
}

/** How a text ended: how many whole lines it has, and what comes after the last of them. */
interface EndOfLines {
  readonly lines: number;
  readonly rest: string;
}

/**
 * The whole lines of a text in UTF-8, one after the other, so that it need not fit into memory. `waiting` is told after each
 * piece how many bytes have come of the line with this number, which has not ended.
 */
export function* linesIn(
  text: Iterable<Buffer>,
  waiting?: (bytes: number, line: number) => void,
): Generator<string, EndOfLines> {
  let rest: Buffer[] = [];
  let [length, lines] = [0, 0];
  for (const piece of text) {
    let from = 0;
    for (let at = piece.indexOf(LINE_FEED); at !== -1; at = piece.indexOf(LINE_FEED, from)) {
      yield rest.length === 0
        ? piece.toString('utf8', from, at)
        : Buffer.concat([...rest, piece.subarray(from, at)]).toString('utf8');
      [rest, length, from, lines] = [[], 0, at + 1, lines + 1];
    }
    rest.push(Buffer.from(piece.subarray(from)));
    length += piece.length - from;
    waiting?.(length, lines + 1);
  }
  return { lines, rest: Buffer.concat(rest).toString('utf8') };
}
