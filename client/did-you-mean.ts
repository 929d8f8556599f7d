import { closest, distance } from 'fastest-levenshtein';

/** `did you mean base_url?` where one of the known words is near to the given one, else undefined. */
export const didYouMean = (given: string, known: readonly string[]): string | undefined => {
  if (known.length === 0) return undefined;
  const nearest = closest(
    given.toLowerCase(),
    known.map((word) => word.toLowerCase()),
  );
  const word = known.find((candidate) => candidate.toLowerCase() === nearest) ?? nearest;
  const allowed = Math.max(2, Math.floor(word.length / 3));
  return distance(given.toLowerCase(), nearest) <= allowed ? `did you mean ${word}?` : undefined;
};
