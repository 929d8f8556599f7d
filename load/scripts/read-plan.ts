import type { LoadPlan } from '../plan.ts';

/** The plan of this run; its path is the only thing that comes through the environment. */
export const plan = JSON.parse(open(__ENV['ASSAY_PLAN'] ?? '')) as LoadPlan;
