import { checksSuite } from './checks.ts';
import type { Run } from './run.ts';
import { otherDraftChecks } from './state/other-draft.ts';
import { readableDraftChecks } from './state/readable-draft.ts';
import type { Suite } from './suite.ts';

/** Drafts beside each other (D13): no other test may create or update drafts meanwhile. */
export const draftsSuite = (run: Run): Suite =>
  checksSuite(run, 'state', 'State', [...readableDraftChecks(run), ...otherDraftChecks(run)]);
