import { stated, type Requirements } from '../requirement.ts';
import { operationsWhere } from '../operations.ts';

const LEADS =
  'A lead by EMAIL is asked for a valid draft, and for the same one with exactly one fault, at once and after its price request; that of the valid draft has to be accepted. Where the draft is not written with the fault, no more is seen.';

const leadsOfAllLines = operationsWhere((row) => row.step === 'lead-create');
const source = 'Errors, rule 2; detail entries T6, G2';

/** Leads by e-mail. */
export const leads = {
  'LEAD-01': {
    ...stated('accepted-twin'),
    statement: 'A lead by EMAIL must fail for a policyholder without an e-mail address.',
    source,
    operations: leadsOfAllLines,
    rules: ['L1', 'S2', 'S14', 'D1'],
    sent: `${LEADS} Where a landlord draft shows no address any more after an update, it is asked for a lead as well.`,
  },
  'LEAD-02': {
    ...stated('accepted-twin'),
    statement: 'A lead by EMAIL must fail for a policyholder with an invalid e-mail address.',
    source,
    operations: leadsOfAllLines,
    rules: ['E9', 'V8', 'S2', 'S14'],
    sent: LEADS,
  },
  'LEAD-03': {
    ...stated('two-sightings'),
    statement: 'A created lead must be sent to the policyholder.',
    source: 'Detail entries T6, G2; What the service does',
    operations: leadsOfAllLines,
    rules: ['INVISIBLE', 'L3'],
    notObservable: 'E-mail arrives outside the interface, at any time, or is held back on the way.',
  },
} as const satisfies Requirements;
