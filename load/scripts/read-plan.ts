import { type LoadPlan, RUN } from '../plan.ts';

/** The plan of this run; only its path comes through the environment. */
export const plan = JSON.parse(open(__ENV['ASSAY_PLAN'] ?? '')) as LoadPlan;

/** Id of the run: an archive can be run more than once. */
export const runId = __ENV[RUN] ?? plan.runId;
