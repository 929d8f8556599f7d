import { matchesGlob } from '../../spec/glob.ts';
import { didYouMean } from '../did-you-mean.ts';
import { UsageError } from '../usage-error.ts';

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
