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

const WINDOW = 4;

/** The hash of four characters after that of the four that end one earlier: the first of those drops out. */
const rolled = (hash: number, text: string, at: number): number =>
  ((hash << 4) ^ text.charCodeAt(at)) & 0xffff;

const hashOfStart = (value: string): number => {
  let hash = 0;
  for (let at = 0; at < WINDOW; at += 1) hash = rolled(hash, value, at);
  return hash;
};

/** An empty index. */
export const createValueIndex = (): ValueIndex => {
  const values = new Map<string, Replacement>();
  // First a look at four characters, then at the lengths of the values that begin so.
  const starts = new Uint8Array(0x10000);
  const lengths = new Map<string, number[]>();

  const at = (text: string, position: number): number | undefined =>
    lengths
      .get(text.slice(position, position + WINDOW))
      ?.find((length) => values.has(text.slice(position, position + length)));

  return {
    add(value, replacement) {
      if (value.length < WINDOW || values.has(value)) return;
      values.set(value, replacement);
      starts[hashOfStart(value)] = 1;
      const start = value.slice(0, WINDOW);
      const known = new Set([...(lengths.get(start) ?? []), value.length]);
      lengths.set(
        start,
        [...known].sort((a, b) => b - a),
      );
    },
    get: (value) => values.get(value),
    size: () => values.size,
    cut(text) {
      const pieces: Piece[] = [];
      let from = 0;
      let hash = 0;
      for (let last = 0; last < text.length; last += 1) {
        hash = rolled(hash, text, last);
        if (starts[hash] === 0) continue;
        const position = last - WINDOW + 1;
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
