import { checksSuite } from './checks.ts';
import type { Run } from './run.ts';
import { deletedItemChecks } from './state/deleted-item.ts';
import { foreignItemChecks } from './state/foreign-item.ts';
import { keptItemChecks } from './state/kept-item.ts';
import type { Suite } from './suite.ts';

/** What stays, what is gone, and what belongs to whom (D5, D6). */
export const stateSuite = (run: Run): Suite =>
  checksSuite(run, 'state', 'State', [
    ...deletedItemChecks(run),
    ...keptItemChecks(run),
    ...foreignItemChecks(run),
  ]);
