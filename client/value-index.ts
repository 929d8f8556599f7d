/** What a known value is replaced by. */
export interface Replacement {
  readonly text: string;
  /** Whether bash may expand the text in place of the value: it stands for the value itself, not for an encoding of it. */
  readonly live: boolean;
}

/** A stretch of a text: as it was, or the replacement of a known value. */
export type Piece = string | Replacement;

/** Finds known values in texts, in a time that does not grow with their number. */
export interface ValueIndex {
  /** Values shorter than four characters are passed over. */
  add(value: string, replacement: Replacement): void;
  get(value: string): Replacement | undefined;
  /** How many values it knows. */
  size(): number;
  /** The text cut at every known value; of two that begin at one place the longer wins. */
  cut(text: string): readonly Piece[];
}

/** Characters: a shorter value comes by chance in any text. */
const SHORTEST = 4;
/** Characters that are looked at first, if every value has so many: tokens of hexadecimal digits begin alike. */
const WIDEST = 8;
const HASH_BITS = 20;
const HASH_MASK = 2 ** HASH_BITS - 1;
const WORD_BITS = 32;

/** Where values begin: first a look at the hash of their first characters, then at the lengths of those that begin so. */
const createBeginnings = (window: number, values: Iterable<string>) => {
  // So far that nothing of a character is left after a window.
  const shift = Math.ceil(HASH_BITS / window);
  const hashes = new Uint32Array(2 ** HASH_BITS / WORD_BITS);
  const lengths = new Map<string, readonly number[]>();

  /** The hash of a window after that of the window that ends one character earlier. */
  const rolled = (hash: number, text: string, at: number): number =>
    ((hash << shift) ^ text.charCodeAt(at)) & HASH_MASK;
  const wordOf = (hash: number): number => hashes[hash >>> 5] ?? 0;
  const bitOf = (hash: number): number => 1 << (hash & 31);

  const add = (value: string): void => {
    let hash = 0;
    for (let at = 0; at < window; at += 1) hash = rolled(hash, value, at);
    hashes[hash >>> 5] = wordOf(hash) | bitOf(hash);
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
    add,
    rolled,
    /** Whether a value may begin with a window of this hash. */
    mayBegin: (hash: number): boolean => (wordOf(hash) & bitOf(hash)) !== 0,
    /** The lengths of the values that begin with these characters, the longest first. */
    lengths: (start: string): readonly number[] => lengths.get(start) ?? [],
  };
};

/** An empty index. */
export const createValueIndex = (): ValueIndex => {
  const values = new Map<string, Replacement>();
  let beginnings = createBeginnings(WIDEST, []);

  const at = (text: string, position: number): number | undefined =>
    beginnings
      .lengths(text.slice(position, position + beginnings.window))
      .find((length) => values.has(text.slice(position, position + length)));

  return {
    add(value, replacement) {
      if (value.length < SHORTEST || values.has(value)) return;
      values.set(value, replacement);
      if (value.length >= beginnings.window) beginnings.add(value);
      else beginnings = createBeginnings(value.length, values.keys());
    },
    get: (value) => values.get(value),
    size: () => values.size,
    cut(text) {
      const pieces: Piece[] = [];
      const { window, rolled, mayBegin } = beginnings;
      let from = 0;
      let hash = 0;
      for (let last = 0; last < text.length; last += 1) {
        hash = rolled(hash, text, last);
        if (!mayBegin(hash)) continue;
        const position = last - window + 1;
        // What lies before a value that was found is no part of another.
        const length = position < from ? undefined : at(text, position);
        if (length === undefined) continue;
        const replacement = values.get(text.slice(position, position + length));
        if (position > from) pieces.push(text.slice(from, position));
        if (replacement) pieces.push(replacement);
        from = position + length;
        last = from - 1;
      }
      if (from < text.length) pieces.push(text.slice(from));
      return pieces;
    },
  };
};
