import type { DialectRow } from './dialect-row.ts';

/** Dialects whose answers depend on earlier calls, from the same caller or on the same draft. */
export const HISTORY_DIALECTS: Readonly<Record<string, DialectRow>> = {
  // A contract, a lead or token terms close a draft; the specification names no such cause (S18).
  concluded: {
    what: 'refuses every write to a draft that has a contract, a second contract of it as well',
    afterContract: 409,
    concluded: 'writes',
    secondContract: 400,
  },
  committed: {
    what: 'refuses changes of a draft that was sent as a lead or whose terms were taken',
    afterContract: 423,
    afterLead: 400,
    afterTerms: 423,
  },
  // The order of steps is free, and so is the number of leads (L2, R5).
  'one-lead': {
    what: 'refuses a second lead of a draft, by 402 where that is listed and by 409 elsewhere',
    leads: 'once',
  },
  'priced-leads': {
    what: 'refuses the lead of a draft that was never priced, by 402 where that is listed and by 409 elsewhere',
    leads: 'priced',
  },
  locking: {
    what: 'refuses every update of a draft once three were refused',
    refusedUpdates: 3,
  },
  // The specification shows neither how a token is obtained nor its validity (K3, R5).
  'one-use': {
    what: 'takes a terms token for one contract call and a price request for one contract',
    contractNeeds: { price: true, token: true },
    termsTokens: 'once',
    priceRequests: 'once',
    equalPrices: 'one',
  },
  fleeting: {
    what: 'ends terms tokens and price requests with every change of their draft or of its items',
    contractNeeds: { price: true, token: true },
    termsTokens: 'until-change',
    priceRequests: 'until-change',
    secondContract: 'replay',
  },
  // Equal bodies may be one request that arrived twice (D11).
  deduplicating: {
    what: 'answers a car, person or key that the draft holds already with its id, and an unchanged price with the same priceRequestId',
    termsTokens: 'newest',
    equalItems: 'one',
    equalPrices: 'one',
  },
  // A deleted item differs from an unknown one (S11, D6).
  tombstones: {
    what: 'deletes softly: a second deletion succeeds, and a change of a deleted person or key is answered 410',
    items: { deletedAgain: 200, deleted: 410 },
    statuses: { remove: 204 },
  },
  reviving: {
    what: 'brings a deleted item back if it is put, and answers 410 to its second deletion where no status is listed',
    items: { deletedPut: 'revived', deleted: 410 },
    ids: { metadata: 'key' },
  },
  // One of two replicas lags, so a second read may be older than the first (D2, D3, K1).
  'two-replicas': {
    what: 'shows a write to the first read at once, and to every second read only after 0.8 s',
    slow: true,
    readsLag: 800,
    staleReads: 'every-second',
    secondContract: 'replay',
  },
};
