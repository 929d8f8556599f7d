import { distance } from 'fastest-levenshtein';
import { matchesGlob } from '../spec/glob.ts';
import { UsageError } from './usage-error.ts';

/** Edit distance from the given word to a known one; undefined if they are too unlike for a guess. */
const editDistance = (given: string, word: string): number | undefined => {
  const far = distance(given.toLowerCase(), word.toLowerCase());
  const allowed = Math.max(2, Math.floor(word.length / 3));
  // Part of the word has to be left, or `x` would match `id`.
  return far <= allowed && far < Math.max(given.length, word.length) ? far : undefined;
};

/** `did you mean base_url?` if one of the known words is close to the given one; otherwise undefined. */
export const didYouMean = (given: string, known: readonly string[]): string | undefined => {
  const [nearest] = known
    .flatMap((word) => {
      const far = editDistance(given, word);
      return far === undefined ? [] : [{ word, far }];
    })
    .sort((a, b) => a.far - b.far);
  return nearest && `did you mean ${nearest.word}?`;
};

/** Prefixes of the ids: `GAP`, `GAP-CONTRACT`; `travel`. */
const prefixesOf = (ids: readonly string[]): readonly string[] => [
  ...new Set(
    ids.flatMap((id) => Array.from(id.matchAll(/[-.]/g), ({ index }) => id.slice(0, index))),
  ),
];

/** `did you mean …?` for an id or the prefix of a pattern; undefined if nothing is close. */
export const suggestion = (pattern: string, ids: readonly string[]): string | undefined => {
  if (!/[*?]/.test(pattern)) return didYouMean(pattern, ids);
  const stem = pattern.replace(/[-.]?[*?].*$/s, '');
  return didYouMean(stem, prefixesOf(ids))?.replace(/\?$/, '*?');
};

/**
 * Ids that match the patterns, in the order of `ids`. Throws UsageError for a pattern that matches none; `lister` is the
 * command that lists them.
 */
export const selectIds = <Id extends string>(
  patterns: readonly string[],
  ids: readonly Id[],
  noun: string,
  lister = 'assay list',
): readonly Id[] => {
  for (const pattern of patterns) {
    if (ids.some((id) => matchesGlob(pattern, id))) continue;
    const next = suggestion(pattern, ids) ?? `${lister} lists them all`;
    const named = pattern === '' ? 'without a name' : pattern;
    throw new UsageError(`there is no ${noun} ${named}; ${next}`);
  }
  return ids.filter((id) => patterns.some((pattern) => matchesGlob(pattern, id)));
};
