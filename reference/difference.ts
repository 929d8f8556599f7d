import { isDeepStrictEqual } from 'node:util';
import type { Draft, Store } from './store.ts';
import type { Reply } from './reply.ts';

/**
 * The first difference between two answers. `draft`: the answers are equal and the stored draft
 * differs; the last one: another draft was changed.
 */
export type Difference = 'status' | 'headers' | 'body' | 'draft' | 'another draft';

/** The first difference of an answer and its drafts from the expected ones; undefined if there is none. */
export const differenceOf = (
  wanted: Reply,
  got: Reply,
  drafts: readonly Draft[],
  store: Store,
): Difference | undefined => {
  if (wanted.status !== got.status) return 'status';
  if (!isDeepStrictEqual(wanted.headers, got.headers)) return 'headers';
  // The content of a refusal is free, except that it must not disclose a draft to a client without access (S13).
  const isFree = [400, 402, 500].includes(got.status);
  if (!isFree && !isDeepStrictEqual(wanted.body, got.body)) return 'body';
  const isAlike = (draft: Draft): boolean =>
    isDeepStrictEqual(draft, store.draft(draft.line, draft.id));
  return drafts.every(isAlike) ? undefined : 'draft';
};
