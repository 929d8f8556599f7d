import { distance } from 'fastest-levenshtein';

/** How far a known word is from the given one, or nothing where they are too unlike for a guess. */
const nearness = (given: string, word: string): number | undefined => {
  const far = distance(given.toLowerCase(), word.toLowerCase());
  const allowed = Math.max(2, Math.floor(word.length / 3));
  // Something has to be left of the word, or `x` would be taken for `id`.
  return far <= allowed && far < Math.max(given.length, word.length) ? far : undefined;
};

/** `did you mean base_url?` where one of the known words is near to the given one, else undefined. */
export const didYouMean = (given: string, known: readonly string[]): string | undefined => {
  const [nearest] = known
    .flatMap((word) => {
      const far = nearness(given, word);
      return far === undefined ? [] : [{ word, far }];
    })
    .sort((a, b) => a.far - b.far);
  return nearest && `did you mean ${nearest.word}?`;
};
