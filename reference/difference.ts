import { isDeepStrictEqual } from 'node:util';
import type { Draft, Store } from './store.ts';
import type { Reply } from './reply.ts';

/** In what an answer differs from another one: the draft behind it, where the answers are alike. */
export type Difference = 'status' | 'headers' | 'body' | 'draft';

/** In what an answer and the drafts that it left differ from those that were wanted; undefined if they are alike. */
export const differenceOf = (
  wanted: Reply,
  got: Reply,
  drafts: readonly Draft[],
  store: Store,
): Difference | undefined => {
  if (wanted.status !== got.status) return 'status';
  if (!isDeepStrictEqual(wanted.headers, got.headers)) return 'headers';
  // What a refusal says is free, but for what it may show of a draft to who has no right to it (S13).
  const isFree = [400, 402, 500].includes(got.status);
  if (!isFree && !isDeepStrictEqual(wanted.body, got.body)) return 'body';
  const isAlike = (draft: Draft): boolean =>
    isDeepStrictEqual(draft, store.draft(draft.line, draft.id));
  return drafts.every(isAlike) ? undefined : 'draft';
};
