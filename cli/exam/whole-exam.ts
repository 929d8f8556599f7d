/** How much a whole exam sits: runs of each dialect, and services whose decisions are drawn. */
export const WHOLE_EXAM = { seeds: 5, chance: 60 } as const;
/** How much an exam of correct services alone sits (`--services`). */
export const MANY_SERVICES = { seeds: 20, chance: 200 } as const;
