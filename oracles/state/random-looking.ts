/** Characters that an id must have to be judged under another line (D12). */
const SHORTEST = 16;
/** Positions in which two ids must differ: two numbers of one sequence differ in the last few. */
const FEWEST_DIFFERENCES = 8;

/**
 * Whether ids that one operation handed out one after the other look random (D12): 16 or more characters, and so different
 * from each other that they are no sequence. One id alone cannot tell.
 */
export const lookRandom = (ids: readonly string[]): boolean => {
  const [first, ...others] = ids;
  if (first === undefined || others.length === 0) return false;
  const differences = (other: string): number =>
    Array.from(first).filter((character, at) => character !== other[at]).length;
  return (
    ids.every(({ length }) => length >= SHORTEST) &&
    others.every((other) => differences(other) >= FEWEST_DIFFERENCES)
  );
};
