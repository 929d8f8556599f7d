import { digitsOf, nextRun, type Span, type View } from './views.ts';

/** Properties of the values to search for. */
export interface SearchTraits {
  /** Length of the shortest. */
  readonly shortest: number;
  /** 1 for each byte that they may contain, in UTF-8 or UTF-16. */
  readonly textual: Uint8Array;
}

/** Minimum bytes of a compressed value: eight are header, and a repetitive text is no secret. */
export const SHORTEST_COMPRESSED = 20;

/** An encoding. A run may begin before the encoded value, so it is decoded from each of its first offsets. */
interface Code {
  readonly digits: Uint8Array;
  /** Characters of a group, and the bytes that they encode. */
  readonly characters: number;
  readonly bytes: number;
  /** Encoded magic bytes of gzip (RFC 1952), and of zlib (RFC 1950) if a value may begin there. */
  readonly compressed: RegExp;
  /** Decoded byte at an index, for an encoding that starts at `start`. */
  readonly byteAt: (text: string, start: number, at: number) => number;
  readonly decode: (run: string) => string;
}

const LETTERS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789';
/** Digits of base64 and base64url. */
const BASE64 = digitsOf(`${LETTERS}+/`, `${LETTERS}-_`);
const HEX = digitsOf('0123456789abcdef', '0123456789ABCDEF');

const base64Byte = (text: string, start: number, at: number): number => {
  const place = at % 3;
  const first = start + ((at - place) / 3) * 4 + place;
  const high = BASE64[text.charCodeAt(first)] ?? 0;
  const low = BASE64[text.charCodeAt(first + 1)] ?? 0;
  return (((high << 6) | low) >> (4 - 2 * place)) & 255;
};

const hexByte = (text: string, start: number, at: number): number =>
  ((HEX[text.charCodeAt(start + 2 * at)] ?? 0) << 4) |
  (HEX[text.charCodeAt(start + 2 * at + 1)] ?? 0);

/**
 * Tests if the encoded text has this many consecutive textual bytes. Samples every n-th byte first, and inspects its
 * predecessors only if it is textual: most runs are words or ids, and decode to noise.
 */
const holdsText = (
  text: string,
  from: number,
  to: number,
  { characters, bytes, byteAt }: Code,
  { shortest, textual }: SearchTraits,
): boolean => {
  const length = Math.floor(((to - from) * bytes) / characters);
  let noise = -1;
  for (let end = shortest - 1; end < length; end = noise + shortest) {
    let at = end;
    while (at > noise && textual[byteAt(text, from, at)] === 1) at -= 1;
    if (at === noise) return true;
    noise = at;
  }
  return false;
};

const CODES: readonly Code[] = [
  {
    digits: BASE64,
    characters: 4,
    bytes: 3,
    compressed: /H4sI|[BRhx][+-]LC|fiw[g-j]|(?:^|[/_-])e(?:J[w-z]|N[o-r]|A[E-H]|F[4-7])/,
    byteAt: base64Byte,
    decode: (run) => Buffer.from(run, 'base64').toString('latin1'),
  },
  {
    digits: HEX,
    characters: 2,
    bytes: 1,
    compressed: /1f8b08|^78(?:01|5e|9c|da)/i,
    byteAt: hexByte,
    decode: (run) => Buffer.from(run, 'hex').toString('latin1'),
  },
];

/** Minimum length of a run that may hold a sought value, plain or compressed. */
const shortestRun = ({ characters, bytes }: Code, { shortest }: SearchTraits): number =>
  Math.ceil((Math.min(shortest, SHORTEST_COMPRESSED) * characters) / bytes);

function* runsIn(layer: string, code: Code, sought: SearchTraits): Generator<Span> {
  const length = shortestRun(code, sought);
  let run = nextRun(layer, code.digits, length, 0);
  for (; run; run = nextRun(layer, code.digits, length, run.to + 1)) yield run;
}

/** Offsets from which a run is worth decoding: those that yield text, or all if it holds compressed data. */
const startsIn = (
  layer: string,
  run: Span,
  code: Code,
  sought: SearchTraits,
): readonly number[] => {
  const starts = Array.from({ length: code.characters }, (_, skipped) => run.from + skipped);
  return code.compressed.test(layer.slice(run.from, run.to))
    ? starts
    : starts.filter((start) => holdsText(layer, start, run.to, code, sought));
};

/** Tests if a layer holds a run worth decoding. Allocates nothing, since every text is tested. */
export const holdsEncodedRun = (layer: string, sought: SearchTraits): boolean => {
  for (const code of CODES) {
    const { digits, characters, compressed } = code;
    const length = shortestRun(code, sought);
    let run = nextRun(layer, digits, length, 0);
    for (; run; run = nextRun(layer, digits, length, run.to + 1)) {
      for (let start = run.from; start < run.from + characters; start += 1)
        if (holdsText(layer, start, run.to, code, sought)) return true;
      if (compressed.test(layer.slice(run.from, run.to))) return true;
    }
  }
  return false;
};

/** Maps a decoded run to its source, extended to the whole value: slashes on both sides, and the padding. */
const placesIn = (layer: string, run: Span, start: number, code: Code) => {
  let last: Span = { from: run.from, to: run.from };
  return ({ from, to }: Span): Span => {
    const first = start + Math.floor((from * code.characters) / code.bytes);
    const end = start + Math.ceil((to * code.characters) / code.bytes);
    if (first >= last.from && end <= last.to) return last;
    let left = first;
    while (left > run.from && layer[left - 1] !== '/') left -= 1;
    let right = Math.min(end, run.to);
    while (right < run.to && layer[right] !== '/') right += 1;
    while (right >= run.to && layer[right] === '=') right += 1;
    last = { from: left, to: right };
    return last;
  };
};

/** Decodes the runs of base64, base64url and hexadecimal digits that may hold a sought value. */
export function* encodedViews(layer: string, sought: SearchTraits): Generator<View> {
  for (const code of CODES)
    for (const run of runsIn(layer, code, sought))
      for (const start of startsIn(layer, run, code, sought))
        yield {
          text: code.decode(layer.slice(start, run.to)),
          isPart: true,
          locate: () => placesIn(layer, run, start, code),
        };
}
