import type { RequestedRun, RunRequest } from './run-request.ts';
import { startRun } from './start-run.ts';

// Public API of "assay"; README, "Install it".

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

/** Starts the equivalent of `assay gate`: judges a service in seconds. Prints nothing; see RequestedRun for its errors. */
export const gate = (request: RunRequest = {}): RequestedRun => startRun('gate', request);

/** Starts the equivalent of `assay certify`: the same judgement, thoroughly. Prints nothing; see RequestedRun for its errors. */
export const certify = (request: RunRequest = {}): RequestedRun => startRun('certify', request);
