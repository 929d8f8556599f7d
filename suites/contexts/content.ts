import type { DraftContent } from '../../generators/surroundings.ts';
import type { Dimension } from './dimension.ts';

/** Optional fields of the draft behind a call, which may be left out (V17). A service may refuse to price a draft without them. */
export const content: Dimension<DraftContent> = {
  name: 'content',
  rule: 'V17',
  plain: 'complete',
  wheel: ['short', 'complete'],
  condition: () => 'the draft has no phone, house numbers, title or choice of paper',
};
