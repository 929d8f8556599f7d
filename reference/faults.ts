import type { Fault } from './faults/fault.ts';
import { breakdownFaults, legalValueFaults } from './faults/legal-values.ts';
import { cellFaults } from './faults/cell-faults.ts';
import { contractFaults } from './faults/contracts.ts';
import { draftFaults } from './faults/drafts.ts';
import { fieldFaults } from './faults/fields.ts';
import { foreignCallFaults } from './faults/foreign-calls.ts';
import { gapContractFaults } from './faults/gap-contract.ts';
import { gapPriceFaults } from './faults/gap-prices.ts';
import { gapPriceInvalidationFaults } from './faults/gap-price-invalidation.ts';
import { gapRuleFaults } from './faults/gap-rules.ts';
import { gapTariffFaults } from './faults/gap-tariff.ts';
import { idFaults } from './faults/ids.ts';
import { itemRaceFaults } from './faults/item-races.ts';
import { joblossFlagFaults } from './faults/jobloss-flags.ts';
import { landlordFaults } from './faults/landlord.ts';
import {
  alwaysBrokenFaults,
  frenchDraftFaults,
  priceWithoutFaults,
} from './faults/always-broken.ts';
import { gapOptionalFieldFaults } from './faults/gap-optional-fields.ts';
import { landlordCreationFaults, landlordDraftFaults } from './faults/landlord-draft.ts';
import { deletionFaults } from './faults/deletions.ts';
import { landlordAnswerFaults } from './faults/landlord-answers.ts';
import { leadFaults } from './faults/leads.ts';
import { partlyUnenforcedFaults } from './faults/partly-unenforced.ts';
import { priceValidityFaults } from './faults/price-validity.ts';
import { pathFaults } from './faults/paths.ts';
import { raceFaults } from './faults/races.ts';
import { refusalFaults } from './faults/refusals.ts';
import { itemSequenceFaults } from './faults/item-sequences.ts';
import { neighbourSequenceFaults } from './faults/neighbour-sequences.ts';
import { sequenceFaults } from './faults/sequences.ts';
import { resourceFaults } from './faults/resources.ts';
import { refusedCombinationFaults } from './faults/refused-combinations.ts';
import { refusedStepFaults } from './faults/refused-steps.ts';
import { startBorderFaults } from './faults/start-border.ts';
import { stateFaults } from './faults/state.ts';
import { statusFaults } from './faults/statuses.ts';
import { versionFaults } from './faults/version.ts';

/** Faults that are written out one by one. */
export const WRITTEN_FAULTS: readonly Fault[] = [
  ...pathFaults,
  ...legalValueFaults,
  ...joblossFlagFaults,
  ...breakdownFaults,
  ...versionFaults,
  ...idFaults,
  ...deletionFaults,
  ...refusalFaults,
  ...statusFaults,
  ...resourceFaults,
  ...draftFaults,
  ...stateFaults,
  ...landlordFaults,
  ...gapContractFaults,
  ...contractFaults,
  ...raceFaults,
  ...itemRaceFaults,
  ...priceValidityFaults,
  ...foreignCallFaults,
  ...partlyUnenforcedFaults,
  ...leadFaults,
  ...landlordDraftFaults,
  ...gapOptionalFieldFaults,
  ...gapPriceFaults,
  ...gapPriceInvalidationFaults,
  ...gapTariffFaults,
  ...gapRuleFaults,
  ...sequenceFaults,
  ...itemSequenceFaults,
  ...neighbourSequenceFaults,
];

/** Every fault that can be sown into a service. A harness that does not catch one of them is blind there. */
export const FAULTS: readonly Fault[] = [
  ...WRITTEN_FAULTS,
  ...cellFaults,
  ...alwaysBrokenFaults,
  ...frenchDraftFaults,
  ...priceWithoutFaults,
  ...refusedStepFaults,
  ...refusedCombinationFaults,
  ...startBorderFaults,
  ...landlordAnswerFaults,
  ...landlordCreationFaults,
  ...fieldFaults,
];

/** The fault with this id. Throws with the known ids, apart from the many that follow from the field tables. */
export const faultOf = (id: string): Fault => {
  const found = FAULTS.find((fault) => fault.id === id);
  if (found) return found;
  const known = WRITTEN_FAULTS.map((fault) => fault.id).join(', ');
  throw new Error(
    `there is no fault "${id}"; known are: ${known}, and ${fieldFaults.length} of the fields and rules, such as ${fieldFaults[0]?.id}`,
  );
};
