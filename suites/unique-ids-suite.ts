import { checksSuite } from './checks.ts';
import type { Run } from './run.ts';
import { uniqueIdChecks } from './state/unique-ids.ts';
import type { Suite } from './suite.ts';

/** Every id of the run is compared (D11); after all that creates something. */
export const uniqueIdsSuite = (run: Run): Suite =>
  checksSuite(run, 'unique-ids', 'State', uniqueIdChecks(run));
