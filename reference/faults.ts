import type { Fault } from './faults/fault.ts';
import { bodyFaults, paymentRequiredFaults } from './faults/bodies.ts';
import { breakdownFaults, legalValueFaults } from './faults/legal-values.ts';
import { countryFaults } from './faults/country.ts';
import { credentialFaults } from './faults/credentials.ts';
import { draftFaults } from './faults/drafts.ts';
import { gapContractFaults } from './faults/gap-contract.ts';
import { idFaults } from './faults/ids.ts';
import { landlordFaults } from './faults/landlord.ts';
import { lastModifiedFaults } from './faults/last-modified.ts';
import { pathFaults } from './faults/paths.ts';
import { refusalFaults } from './faults/refusals.ts';
import { resourceFaults } from './faults/resources.ts';
import { rightsFaults } from './faults/rights.ts';
import { statusFaults } from './faults/statuses.ts';
import { versionFaults } from './faults/version.ts';

/** Every fault that can be sown into a service. A harness that does not catch one of them is blind there. */
export const FAULTS: readonly Fault[] = [
  ...pathFaults,
  ...legalValueFaults,
  ...breakdownFaults,
  ...versionFaults,
  ...countryFaults,
  ...credentialFaults,
  ...rightsFaults,
  ...idFaults,
  ...bodyFaults,
  ...paymentRequiredFaults,
  ...refusalFaults,
  ...statusFaults,
  ...lastModifiedFaults,
  ...resourceFaults,
  ...draftFaults,
  ...landlordFaults,
  ...gapContractFaults,
];

/** The fault with this id. Throws with the known ids. */
export const faultOf = (id: string): Fault => {
  const found = FAULTS.find((fault) => fault.id === id);
  if (found) return found;
  const known = FAULTS.map((fault) => fault.id).join(', ');
  throw new Error(`there is no fault "${id}"; known are: ${known}`);
};
