/**
 * How much a whole exam sits: runs of each dialect, and services whose decisions are drawn. Each costs as much as five faults,
 * and `--services` sits many more of them.
 */
export const WHOLE_EXAM = { seeds: 3, chance: 30 } as const;
/** How much an exam of correct services alone sits (`--services`). */
export const MANY_SERVICES = { seeds: 20, chance: 200 } as const;
