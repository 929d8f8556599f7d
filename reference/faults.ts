import type { Fault } from './faults/fault.ts';
import { draftFaults } from './faults/drafts.ts';
import { gapContractFaults } from './faults/gap-contract.ts';
import { landlordFaults } from './faults/landlord.ts';
import { lastModifiedFaults } from './faults/last-modified.ts';
import { statusFaults } from './faults/statuses.ts';

/** Every fault that can be sown into a service. A harness that does not catch one of them is blind there. */
export const FAULTS: readonly Fault[] = [
  ...statusFaults,
  ...lastModifiedFaults,
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
