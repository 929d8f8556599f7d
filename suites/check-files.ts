// Written by npm run tables.
import { forgedToken } from './contract/forged-token.ts';
import { secondContract } from './contract/second-contract.ts';
import { laterPrices } from './gap-prices/later-prices.ts';
import { priceEquality } from './gap-prices/price-equality.ts';
import { staleContracts } from './gap-prices/stale-contract.ts';
import { leadsAfterRemoval } from './leads/lead-after-removal.ts';
import { leadFaults } from './leads/lead-fault.ts';
import { disclosures } from './ownership/disclosures.ts';
import { foreignCalls } from './ownership/foreign-calls.ts';
import { contractRaces } from './races/contract-race.ts';
import { creationRaces } from './races/creation-race.ts';
import { keptItemRaces, itemIdRaces } from './races/item-race.ts';
import { updateRaces } from './races/update-race.ts';
import { deletedItems } from './state/deleted-item.ts';
import { foreignDraftIds } from './state/foreign-draft.ts';
import { foreignIds } from './state/foreign-id.ts';
import { foreignItems } from './state/foreign-item.ts';
import { itemSurvival } from './state/item-survival.ts';
import { keptItems } from './state/kept-item.ts';
import { readableDrafts, otherDrafts } from './state/other-draft.ts';
import { refusedItemCalls } from './state/refused-item-call.ts';
import { refusedUpdates } from './state/refused-update.ts';
import { uniqueIds } from './state/unique-ids.ts';
import { alwaysBroken } from './whole-run/always-broken.ts';
import { contractsOfDrafts } from './whole-run/contracts-of-drafts.ts';
import { lastModified } from './whole-run/last-modified.ts';
import { pricedDrafts } from './whole-run/priced-drafts.ts';
import { refusedBodies } from './whole-run/refused-body.ts';
import { refusedCars } from './whole-run/refused-cars.ts';
import { refusedContents } from './whole-run/refused-content.ts';
import { refusedPrices } from './whole-run/refused-prices.ts';
import type { Checks } from './engine/checks.ts';

/** Checks of all files. */
export const ALL_CHECKS: readonly Checks[] = [
  forgedToken,
  secondContract,
  laterPrices,
  priceEquality,
  staleContracts,
  leadsAfterRemoval,
  leadFaults,
  disclosures,
  foreignCalls,
  contractRaces,
  creationRaces,
  keptItemRaces,
  itemIdRaces,
  updateRaces,
  deletedItems,
  foreignDraftIds,
  foreignIds,
  foreignItems,
  itemSurvival,
  keptItems,
  readableDrafts,
  otherDrafts,
  refusedItemCalls,
  refusedUpdates,
  uniqueIds,
  alwaysBroken,
  contractsOfDrafts,
  lastModified,
  pricedDrafts,
  refusedBodies,
  refusedCars,
  refusedContents,
  refusedPrices,
];
