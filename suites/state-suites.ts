import { checksSuite } from './checks.ts';
import type { Run } from './run.ts';
import { deletedItemChecks } from './state/deleted-item.ts';
import { foreignIdChecks } from './state/foreign-id.ts';
import { foreignItemChecks } from './state/foreign-item.ts';
import { keptItemChecks } from './state/kept-item.ts';
import { otherDraftChecks } from './state/other-draft.ts';
import { readableDraftChecks } from './state/readable-draft.ts';
import { uniqueIdChecks } from './state/unique-ids.ts';
import type { Suite } from './suite.ts';

/** What stays, what is gone, and what belongs to whom (D5, D6). */
export const stateSuite = (run: Run): Suite =>
  checksSuite(run, 'state', [
    ...deletedItemChecks(run),
    ...keptItemChecks(run),
    ...foreignItemChecks(run),
  ]);

/** Drafts beside each other (D13): no other test may create or update drafts meanwhile. */
export const draftsSuite = (run: Run): Suite =>
  checksSuite(run, 'state', [...readableDraftChecks(run), ...otherDraftChecks(run)]);

/** Each line is asked for what another one made (D12), once both have made it. */
export const foreignIdsSuite = (run: Run): Suite => checksSuite(run, 'state', foreignIdChecks(run));

/** Every id of the run is compared (D11); after all that creates something. */
export const uniqueIdsSuite = (run: Run): Suite =>
  checksSuite(run, 'unique-ids', uniqueIdChecks(run));
