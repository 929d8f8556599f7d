import type { LoadPlan } from '../plan.ts';

/** The plan of this run; only its path comes through the environment. */
export const plan = JSON.parse(open(__ENV['ASSAY_PLAN'] ?? '')) as LoadPlan;
