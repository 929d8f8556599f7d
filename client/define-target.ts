import type { Target } from './target.ts';

export type { Target } from './target.ts';
export type { BodyContext } from './target-bodies.ts';

/** The target as it is, checked by the compiler as it is written: `export default defineTarget({ … })`. */
export const defineTarget = (target: Target): Target => target;
