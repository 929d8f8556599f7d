import { registerTests } from './allure/requirement-tests.ts';
import { readShownRun } from './shown-run.ts';
import type { RunRequest } from './run-request.ts';
import { startRun } from './start-run.ts';

// Public API of "assay/vitest"; docs/implementer.md.

/** Run of `conformance`: a gate, unless `policy` is certify. */
export interface ConformanceRequest extends RunRequest {
  readonly policy?: 'gate' | 'certify';
}

/**
 * Registers one test for each requirement of each line, and one for the verdict of the run, which is conducted before the first
 * test. A fail is an AssertionError; cells that were not judged, only observed or do not apply are skipped with their reason.
 */
export const conformance = ({ policy = 'gate', ...request }: ConformanceRequest = {}): void =>
  registerTests({
    lines: request.line,
    conduct: async () => readShownRun((await startRun(policy, request).ended).folder),
  });
