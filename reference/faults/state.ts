import type { Fault } from './fault.ts';
import { deletedItemFaults } from './state/deleted-items.ts';
import { disturbedDraftFaults } from './state/disturbed-drafts.ts';
import { lostDraftFaults } from './state/lost-drafts.ts';
import { foreignIdFaults } from './state/foreign-ids.ts';
import { foreignItemFaults } from './state/foreign-items.ts';
import { keptItemFaults } from './state/kept-items.ts';
import { sharedIdFaults } from './state/shared-ids.ts';

/** Faults in what becomes of drafts, of their parts and of ids. */
export const stateFaults: readonly Fault[] = [
  ...deletedItemFaults,
  ...keptItemFaults,
  ...foreignItemFaults,
  ...lostDraftFaults,
  ...disturbedDraftFaults,
  ...sharedIdFaults,
  ...foreignIdFaults,
];
