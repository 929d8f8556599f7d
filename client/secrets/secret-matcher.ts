import type { Span } from './decoding/views.ts';

/** Replacement of a known value. */
export interface Replacement {
  readonly text: string;
  /** True if bash may expand the text to the value: it stands for the value itself, not for an encoding of it. */
  readonly live: boolean;
}

/** A range of a text that is to be replaced. */
export interface SecretMatch extends Span {
  readonly replacement: Replacement;
}

/** Characters; a shorter value occurs in any text by chance. */
const SHORTEST = 4;
/** Maximum window in characters, if every value is that long. */
const WIDEST = 12;
/** Characters of a block; no window is shorter. */
const BLOCK = SHORTEST;
/** A table of 32 kB stays in the CPU cache between two texts. */
const FEWEST_BITS = 15;
/** Table entries for each value: with fewer, most windows would hardly slide. */
const PLACES = 16;
/** Multiplier of Fibonacci hashing: 2^32 divided by the golden ratio. */
const SPREAD = 0x9e3779b1;

/** 32-bit hash of the block that ends here; its high bits are the most random. */
const hashBlock = (text: string, end: number): number =>
  Math.imul(
    text.charCodeAt(end) |
      (text.charCodeAt(end - 1) << 8) |
      (text.charCodeAt(end - 2) << 16) |
      (text.charCodeAt(end - 3) << 24),
    SPREAD,
  ) >>> 0;

/**
 * Prefix table of the values. A window slides over a text, and the last block in it tells how far it may: as far as no value
 * has that block in its own first window (Wu and Manber, "A fast algorithm for multi-pattern searching", 1994). Blocks with the
 * same hash are treated as equal, which costs a comparison.
 */
const createPrefixTable = (window: number, bits: number, values: Iterable<string>) => {
  const slides = new Uint8Array(2 ** bits).fill(window - BLOCK + 1);
  const unused = 32 - bits;
  const lengths = new Map<string, readonly number[]>();

  const add = (value: string): void => {
    for (let end = BLOCK - 1; end < window; end += 1) {
      const place = hashBlock(value, end) >>> unused;
      slides[place] = Math.min(slides[place] ?? 0, window - 1 - end);
    }
    const start = value.slice(0, window);
    const known = lengths.get(start) ?? [];
    if (known.includes(value.length)) return;
    lengths.set(
      start,
      [...known, value.length].toSorted((a, b) => b - a),
    );
  };
  for (const value of values) add(value);
  return {
    window,
    bits,
    add,
    hasRoomFor: (count: number): boolean => count * PLACES <= slides.length,
    /** Distance that a window ending here may slide; 0 if a value may begin with it. */
    slide: (text: string, end: number): number => slides[hashBlock(text, end) >>> unused] ?? 0,
    /** Lengths of the values with this prefix, the longest first. */
    lengths: (start: string): readonly number[] => lengths.get(start) ?? [],
  };
};

/** Creates an empty multi-pattern matcher, whose search time hardly grows with the number of values. */
export const createSecretMatcher = () => {
  const values = new Map<string, Replacement>();
  let prefixes = createPrefixTable(WIDEST, FEWEST_BITS, []);

  const at = (text: string, position: number): number | undefined =>
    prefixes
      .lengths(text.slice(position, position + prefixes.window))
      .find((length) => values.has(text.slice(position, position + length)));

  return {
    /** Ignores values shorter than four characters. */
    add(value: string, replacement: Replacement): void {
      if (value.length < SHORTEST || values.has(value)) return;
      values.set(value, replacement);
      const { window, bits } = prefixes;
      const isFull = !prefixes.hasRoomFor(values.size);
      if (value.length >= window && !isFull) prefixes.add(value);
      else {
        const shortest = Math.min(window, value.length);
        prefixes = createPrefixTable(shortest, isFull ? bits + 1 : bits, values.keys());
      }
    },
    size: () => values.size,
    /** Every match in a text, in order; of two that begin at one position the longer wins. */
    find: (text: string): readonly SecretMatch[] => {
      const found: SecretMatch[] = [];
      const { window, slide } = prefixes;
      let end = window - 1;
      while (end < text.length) {
        const further = slide(text, end);
        const from = end - window + 1;
        const length = further > 0 ? undefined : at(text, from);
        if (length === undefined) {
          end += Math.max(further, 1);
          continue;
        }
        const to = from + length;
        const replacement = values.get(text.slice(from, to));
        if (replacement) found.push({ from, to, replacement });
        // Text before a match is not part of another.
        end = to + window - 1;
      }
      return found;
    },
  };
};

/** Characters; a shorter remainder of a value occurs by chance. */
const SHORTEST_LEFT = 6;
/** UTF-8 of the … that marks a truncation, each byte as one character. */
const MARK = '\xe2\x80\xa6';

/** Remains of an escape before and after the truncation. */
const TORN_BEFORE = /(?:&[#\w]{0,8}|%[\da-fA-F]?|\\(?:u[\da-fA-F]{0,3})?)$/;
const TORN_BEHIND = /^(?:[#\w]{0,8};|[\da-fA-F]{1,2}(?=%|$)|u?[\da-fA-F]{1,4}(?=\\))/;

interface Value {
  readonly text: string;
  readonly replacement: Replacement;
}

const byKey = () => {
  const values = new Map<string, Value[]>();
  return {
    add: (key: string, value: Value): void => {
      const own = values.get(key);
      if (own) own.push(value);
      else values.set(key, [value]);
    },
    get: (key: string): readonly Value[] => values.get(key) ?? [],
  };
};

/** Matches the remainders of values at truncations, as in quotes of an answer. */
export const createTruncatedSecretMatcher = () => {
  const heads = byKey();
  const tails = byKey();
  let longest = 0;

  /** Longest remainder of a value that ends here and began after `after`. */
  const before = (layer: string, after: number, end: number, cut: number): SecretMatch[] => {
    for (let from = Math.max(after, end - longest); from + SHORTEST_LEFT <= end; from += 1) {
      const left = layer.slice(from, end);
      const whole = heads
        .get(left.slice(0, SHORTEST_LEFT))
        .find(({ text }) => text.startsWith(left));
      if (whole) return [{ from, to: cut, replacement: whole.replacement }];
    }
    return [];
  };
  const behind = (layer: string, start: number, until: number, cut: number): SecretMatch[] => {
    for (let to = Math.min(until, start + longest); to - SHORTEST_LEFT >= start; to -= 1) {
      const left = layer.slice(start, to);
      const whole = tails.get(left.slice(-SHORTEST_LEFT)).find(({ text }) => text.endsWith(left));
      if (whole) return [{ from: cut, to, replacement: whole.replacement }];
    }
    return [];
  };
  const atEnd = (layer: string, after: number, cut: number): SecretMatch[] => {
    const found = before(layer, after, cut, cut);
    const [torn = ''] = TORN_BEFORE.exec(layer.slice(Math.max(after, cut - 10), cut)) ?? [];
    return found.length > 0 || torn === '' ? found : before(layer, after, cut - torn.length, cut);
  };
  const atStart = (layer: string, cut: number, until: number): SecretMatch[] => {
    const found = behind(layer, cut, until, cut);
    const [torn = ''] = TORN_BEHIND.exec(layer.slice(cut, Math.min(until, cut + 10))) ?? [];
    return found.length > 0 || torn === '' ? found : behind(layer, cut + torn.length, until, cut);
  };

  return {
    add: (text: string, replacement: Replacement): void => {
      if (text.length <= SHORTEST_LEFT) return;
      const value = { text, replacement };
      heads.add(text.slice(0, SHORTEST_LEFT), value);
      tails.add(text.slice(-SHORTEST_LEFT), value);
      longest = Math.max(longest, text.length);
    },
    /** Matches before and after each …, and at both ends of a `part` of another text. Bytes as characters. */
    find: (layer: string, isPart: boolean): readonly SecretMatch[] => {
      const found: SecretMatch[] = [];
      let start = 0;
      let isCut = isPart;
      for (let mark = layer.indexOf(MARK); mark >= 0; mark = layer.indexOf(MARK, start)) {
        if (isCut) found.push(...atStart(layer, start, mark));
        found.push(...atEnd(layer, start, mark));
        start = mark + MARK.length;
        isCut = true;
      }
      if (isCut) found.push(...atStart(layer, start, layer.length));
      if (isPart) found.push(...atEnd(layer, start, layer.length));
      return found;
    },
  };
};
