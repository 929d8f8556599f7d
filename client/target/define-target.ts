import type { SeveralTargets } from './several-targets.ts';
import type { Target } from '../target.ts';

export type { Target } from '../target.ts';
export type { SeveralTargets } from './several-targets.ts';
export type { BodyContext } from './body-templates.ts';

/** The target as it is, checked by the compiler as it is written: `export default defineTarget({ … })`. */
export const defineTarget = (target: Target): Target => target;

/** The same for a file of several targets, of which `--target FILE#NAME` chooses one: `export default defineTargets({ … })`. */
export const defineTargets = (targets: SeveralTargets): SeveralTargets => targets;
