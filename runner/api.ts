import type { RequestedRun, RunRequest } from './run-request.ts';
import { startRun } from './start-run.ts';

// What a program imports from "assay"; README, "Install it".

export { UsageError } from '../client/usage-error.ts';
export type { Target } from '../client/target.ts';
export type {
  PlannedCell,
  RequestedRun,
  RunEnd,
  RunPlanned,
  RunVerdict,
  VerdictWord,
} from './run-request.ts';
export type { RequestedLine, RunProgressed, RunRequest } from './run-request.ts';

/** Starts what `assay gate` does: a service is judged in seconds. Prints nothing; see RequestedRun for its errors. */
export const gate = (request: RunRequest = {}): RequestedRun => startRun('gate', request);

/** Starts what `assay certify` does: the same judgement, thoroughly. Prints nothing; see RequestedRun for its errors. */
export const certify = (request: RunRequest = {}): RequestedRun => startRun('certify', request);
