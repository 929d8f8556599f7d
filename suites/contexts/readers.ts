import type { Dimension } from './dimension.ts';

/** Callers that read the draft before: its owner, or a caller that was refused. */
export type Reader = 'nobody' | 'owner' | 'stranger' | 'both';

/** Earlier reads of the draft, by its owner or by a caller without rights (D10, D13). */
export const readers: Dimension<Reader> = {
  name: 'readers',
  rule: 'D10',
  plain: 'nobody',
  wheel: ['both', 'owner', 'both', 'both', 'stranger', 'both', 'nobody', 'owner', 'both'],
  simplestFirst: ['owner', 'stranger', 'both'],
  condition: (reader) =>
    ({
      nobody: 'nobody read the draft before',
      owner: 'the owner read the draft before',
      stranger: 'a caller without right tried to read the draft before',
      both: 'the owner and a caller without right read the draft before',
    })[reader],
};
