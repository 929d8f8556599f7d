import { checksSuite } from './engine/checks.ts';
import type { Run } from './engine/run.ts';
import { type CreatedInTurn, foreignIdChecks } from './state/foreign-id.ts';
import { DELETED_ITEM_CHECKS } from './state/deleted-item.ts';
import { FOREIGN_ITEM_CHECKS } from './state/foreign-item.ts';
import { KEPT_ITEM_CHECKS } from './state/kept-item.ts';
import { OTHER_DRAFT_CHECKS, READABLE_DRAFT_CHECKS } from './state/other-draft.ts';
import { uniqueIdChecks } from './state/unique-ids.ts';
import type { Suite } from './engine/suite.ts';

/** What stays, what is gone, and what belongs to whom (D5, D6). */
export const stateSuite = (run: Run): Suite =>
  checksSuite(run, 'state', [...DELETED_ITEM_CHECKS, ...KEPT_ITEM_CHECKS, ...FOREIGN_ITEM_CHECKS]);

/** Drafts beside each other (D13), one test after the other: no other may create or update drafts meanwhile. */
export const draftsSuite = (run: Run): Suite => {
  const suite = checksSuite(run, 'state', [...READABLE_DRAFT_CHECKS, ...OTHER_DRAFT_CHECKS]);
  return { ...suite, tests: suite.tests.map((test) => ({ ...test, isInTurn: true })) };
};

/** Each line is asked for what another one made (D12), once both have made it. */
export const foreignIdsSuite = (run: Run, created: CreatedInTurn): Suite =>
  checksSuite(run, 'state', foreignIdChecks(created));

/** Every id of the run is compared (D11); after all that creates something. */
export const uniqueIdsSuite = (run: Run, created: CreatedInTurn): Suite =>
  checksSuite(run, 'unique-ids', uniqueIdChecks(created));
