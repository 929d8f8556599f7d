import type { SeveralTargets } from './several-targets.ts';
import type { Target } from '../target.ts';

export type { Target } from '../target.ts';
export type { SeveralTargets } from './several-targets.ts';
export type { BodyContext } from './body-templates.ts';

/** Identity function that lets the compiler check a target: `export default defineTarget({ … })`. */
export const defineTarget = (target: Target): Target => target;

/** The same for a file of several targets, from which `--target FILE#NAME` selects: `export default defineTargets({ … })`. */
export const defineTargets = (targets: SeveralTargets): SeveralTargets => targets;
