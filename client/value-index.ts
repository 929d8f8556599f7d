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
  /** The text cut at every known value; of two that begin at one place the longer wins. */
  cut(text: string): readonly Piece[];
}

const WINDOW = 4;

const hash = (text: string, at: number): number =>
  (text.charCodeAt(at) ^
    (text.charCodeAt(at + 1) << 4) ^
    (text.charCodeAt(at + 2) << 8) ^
    (text.charCodeAt(at + 3) << 12)) &
  0xffff;

/** An empty index. */
export const createValueIndex = (): ValueIndex => {
  const values = new Map<string, Replacement>();
  // First a look at four characters, then at the lengths of the values that begin so: 3 ns a character.
  const starts = new Uint8Array(0x10000);
  const lengths = new Map<string, number[]>();

  const at = (text: string, position: number): number | undefined => {
    if (starts[hash(text, position)] === 0) return undefined;
    return lengths
      .get(text.slice(position, position + WINDOW))
      ?.find((length) => values.has(text.slice(position, position + length)));
  };

  return {
    add(value, replacement) {
      if (value.length < WINDOW || values.has(value)) return;
      values.set(value, replacement);
      starts[hash(value, 0)] = 1;
      const start = value.slice(0, WINDOW);
      const known = new Set([...(lengths.get(start) ?? []), value.length]);
      lengths.set(
        start,
        [...known].sort((a, b) => b - a),
      );
    },
    get: (value) => values.get(value),
    cut(text) {
      const pieces: Piece[] = [];
      let from = 0;
      for (let position = 0; position + WINDOW <= text.length; position += 1) {
        const length = at(text, position);
        if (length === undefined) continue;
        const replacement = values.get(text.slice(position, position + length));
        if (position > from) pieces.push(text.slice(from, position));
        if (replacement) pieces.push(replacement);
        from = position + length;
        position = from - 1;
      }
      if (from < text.length) pieces.push(text.slice(from));
      return pieces;
    },
  };
};
