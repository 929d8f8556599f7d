/** How much a whole exam sits: runs of each dialect, and services whose decisions are drawn. */
export const WHOLE_EXAM = { seeds: 5, chance: 60 } as const;
