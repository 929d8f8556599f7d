import type { DialectRow } from './dialect-row.ts';

/** Dialects whose answers depend on earlier calls, from the same caller or on the same draft. */
export const HISTORY_DIALECTS: Readonly<Record<string, DialectRow>> = {
  // A contract, a lead, token terms or refused updates end what may be done with a draft; the text names no such cause (S18).
  concluded: {
    what: 'refuses every write to a draft that has a contract, a second contract of it as well',
    afterContract: 409,
    concluded: 'writes',
    secondContract: 400,
  },
  committed: {
    what: 'refuses changes of a draft that was sent as a lead or whose terms were taken',
    afterContract: 423,
    afterLead: 409,
    afterTerms: 423,
  },
};
