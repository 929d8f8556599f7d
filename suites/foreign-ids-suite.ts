import { checksSuite } from './checks.ts';
import type { Run } from './run.ts';
import { foreignIdChecks } from './state/foreign-id.ts';
import type { Suite } from './suite.ts';

/** Each line is asked for what another one made (D12), once both have made it. */
export const foreignIdsSuite = (run: Run): Suite =>
  checksSuite(run, 'state', 'State', foreignIdChecks(run));
