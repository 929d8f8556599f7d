import { registerTests, readShownRun } from './allure/requirement-tests.ts';
import type { RunRequest } from './run-request.ts';
import { startRun } from './start-run.ts';

// What a vitest file imports from "assay/vitest"; docs/implementer.md.

/** The run that `conformance` conducts: a gate, unless `policy` says certify. */
export interface ConformanceRequest extends RunRequest {
  readonly policy?: 'gate' | 'certify';
}

/**
 * Registers one test for each requirement of each line, and one for the verdict of the run, which is conducted before the first of
 * them. What failed is an AssertionError; what was not judged, observed or does not apply is skipped with its reason.
 */
export const conformance = ({ policy = 'gate', ...request }: ConformanceRequest = {}): void =>
  registerTests({
    lines: request.line,
    conduct: async () => readShownRun((await startRun(policy, request).ended).folder),
  });
