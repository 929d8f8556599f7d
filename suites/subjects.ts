import type { RequirementId } from '../spec/catalogue.ts';
import { memoized } from '../spec/memoized.ts';
import { type Checks, subjectOf } from './engine/checks.ts';
import type { Subject } from './engine/suite.ts';
import type { SuiteName } from './engine/suite-order.ts';
import { drawnSpellings } from './contexts/refused-spelling.ts';
import { usedDrafts } from './contexts/use-draft.ts';
import { forgedToken } from './contract/forged-token.ts';
import { secondContract } from './contract/second-contract.ts';
import { faultyDrafts } from './fields/faulty-draft.ts';
import { emptyDrafts } from './fields/empty-draft.ts';
import { lastStartDays } from './fields/last-start-day.ts';
import { legalValues } from './fields/legal-value.ts';
import { pricesWithout } from './fields/shared-draft.ts';
import { laterPrices } from './gap-prices/later-prices.ts';
import { pricesAlike } from './gap-prices/price-alike.ts';
import { staleContracts } from './gap-prices/stale-contract.ts';
import { createdIds, writtenAndRead } from './journey/blame.ts';
import { contractLinks, everyAnswer } from './journey/visit.ts';
import { leadsAfterRemoval } from './leads/lead-after-removal.ts';
import { leadFaults } from './leads/lead-fault.ts';
import { disclosures } from './ownership/disclosures.ts';
import { foreignCalls } from './ownership/foreign-calls.ts';
import { legalVariants } from './protocol/legal-variants.ts';
import { probes } from './protocol/probes.ts';
import { contractRaces } from './races/contract-race.ts';
import { creationRaces } from './races/creation-race.ts';
import { itemIdRaces, keptItemRaces } from './races/item-race.ts';
import { callsAtOnce } from './races/race.ts';
import { updateRaces } from './races/update-race.ts';
import { contractsInSequences, statesInSequences } from './sequences/sighting.ts';
import { deletedItems } from './state/deleted-item.ts';
import { foreignDraftIds } from './state/foreign-draft.ts';
import { foreignIds } from './state/foreign-id.ts';
import { foreignItems } from './state/foreign-item.ts';
import { keptBeside } from './state/kept-beside.ts';
import { keptItems } from './state/kept-item.ts';
import { otherDrafts, readableDrafts } from './state/other-draft.ts';
import { refusedItemCalls } from './state/refused-item-call.ts';
import { acceptedUpdates, refusedUpdates } from './state/refused-update.ts';
import { uniqueIds } from './state/unique-ids.ts';
import { breakdowns } from './whole-run/breakdowns.ts';
import { refusedCars } from './whole-run/refused-cars.ts';
import { lastModified } from './whole-run/last-modified.ts';

/** Checks of each suite. */
export const CHECKS = {
  /** Contracts of motor gap (States and transitions, rule 3; K2). */
  contract: [secondContract, forgedToken],
  leads: [leadFaults, leadsAfterRemoval],
  /** Motor gap prices, the fields that influence them and the contracts that they bind (States, rules 1 and 2; R3, R6). */
  'gap-prices': [laterPrices, staleContracts, pricesAlike],
  /** Persistence, deletion and ownership of objects, and what refused calls leave of them (D5, D6, D13). */
  state: [deletedItems, keptItems, keptBeside, foreignItems, refusedItemCalls, refusedUpdates],
  /** Drafts beside each other (D13). */
  drafts: [readableDrafts, otherDrafts],
  /** Access of other identities (D10). */
  ownership: [disclosures, foreignCalls],
  /** Requests of one line with ids of another (D12), once both have created them. */
  'foreign-ids': [foreignIds, foreignDraftIds],
  /** Comparison of every id of the run (D11), after all suites that create objects. */
  'unique-ids': [uniqueIds],
  'last-modified': [lastModified],
  breakdowns: [breakdowns, refusedCars],
  /** Concurrent calls (D11, D13, K2). */
  races: [contractRaces, creationRaces, keptItemRaces, itemIdRaces, updateRaces],
} as const satisfies Readonly<Partial<Record<SuiteName, readonly Checks[]>>>;

const { races, ...others } = CHECKS;

/** Subjects that cover requirements; those that only share requirements of others come last. */
const SUBJECTS: readonly Subject[] = [
  contractLinks,
  createdIds,
  writtenAndRead,
  everyAnswer,
  probes,
  legalVariants,
  faultyDrafts,
  legalValues,
  lastStartDays,
  pricesWithout,
  emptyDrafts,
  ...Object.values(others).flat().map(subjectOf),
  ...races.map(subjectOf),
  callsAtOnce,
  acceptedUpdates,
  drawnSpellings,
  usedDrafts,
  contractsInSequences,
  statesInSequences,
];

/** Subjects of a requirement, the most specific first. */
export const subjectsOf = memoized((id: RequirementId): readonly Subject[] =>
  SUBJECTS.filter(
    ({ requirements, besides = [] }) => requirements.includes(id) || besides.includes(id),
  ),
);
