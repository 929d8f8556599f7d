import { stated, type Requirements } from '../requirement.ts';
import { operationsWhere } from '../operations.ts';

const LEADS =
  'A lead by EMAIL is requested for a valid draft and for the same draft with exactly one fault, both before and after the price request; the lead of the valid draft must be accepted. If the service refuses to store the faulty draft, no lead is requested for it.';

const leadsOfAllLines = operationsWhere((row) => row.step === 'lead-create');
const source = 'Errors, rule 2; detail entries T6, G2';

/** Leads by e-mail. */
export const leads = {
  'LEAD-01': {
    ...stated('accepted-control'),
    statement: 'A lead by EMAIL must be refused if the policyholder has no e-mail address.',
    source,
    operations: leadsOfAllLines,
    rules: ['L1', 'S2', 'S14', 'D1'],
    sent: `${LEADS} If an update removes the e-mail address of a landlord draft, a lead is requested for that draft as well.`,
  },
  'LEAD-02': {
    ...stated('accepted-control'),
    statement:
      'A lead by EMAIL must be refused if the e-mail address of the policyholder is invalid.',
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
    notObservable:
      'E-mail arrives outside the interface and at any time, and a mail server may hold it back.',
  },
} as const satisfies Requirements;
