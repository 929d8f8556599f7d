import { distance } from 'fastest-levenshtein';
import { matchesGlob } from '../spec/glob.ts';
import { UsageError } from './usage-error.ts';

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

/** What the beginnings of ids may be: `GAP`, `GAP-CONTRACT`; `travel`. */
const stemsOf = (ids: readonly string[]): readonly string[] => [
  ...new Set(
    ids.flatMap((id) => Array.from(id.matchAll(/[-.]/g), ({ index }) => id.slice(0, index))),
  ),
];

/** `did you mean …?` for an id, or for the beginning of a pattern; undefined where nothing is near. */
export const suggestion = (pattern: string, ids: readonly string[]): string | undefined => {
  if (!/[*?]/.test(pattern)) return didYouMean(pattern, ids);
  const stem = pattern.replace(/[-.]?[*?].*$/s, '');
  return didYouMean(stem, stemsOf(ids))?.replace(/\?$/, '*?');
};

/** The ids that the patterns name, in the order of `ids`. Throws UsageError for one that names none; `lister` names them all. */
export const selectIds = <Id extends string>(
  patterns: readonly string[],
  ids: readonly Id[],
  noun: string,
  lister = 'assay list',
): readonly Id[] => {
  for (const pattern of patterns) {
    if (ids.some((id) => matchesGlob(pattern, id))) continue;
    const next = suggestion(pattern, ids) ?? `${lister} names them all`;
    const named = pattern === '' ? 'without a name' : pattern;
    throw new UsageError(`there is no ${noun} ${named}; ${next}`);
  }
  return ids.filter((id) => patterns.some((pattern) => matchesGlob(pattern, id)));
};
