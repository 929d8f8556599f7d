import type { DialectRow } from './dialect-row.ts';

/** Dialects that answer in a form or at a place of their own. */
export const ANSWER_DIALECTS: Readonly<Record<string, DialectRow>> = {
  // Formats dates and times in unusual ways that a client must parse all the same (D2, V5, V6).
  midnight: {
    what: 'shows a date as midnight with an offset, the limit of a price as seconds since 1970, Last-Modified in compact form',
    dates: 'midnight',
    validUntil: 'epoch',
    lastModified: { format: 'iso-compact' },
  },
  // Each line answers prices in the shape that the plain service uses for the other lines (R1).
  exchanged: {
    what: 'shows jobloss and travel prices in the first price shape, landlord prices in the alternative one',
    priceShapes: 'exchanged',
  },
  // Every field of the landlord resource and of a price is optional (C1, R1), and a field that is absent has no other value (D2).
  filled: {
    what: 'leaves out of its answers whatever is false, 0, null or empty',
    optionalFields: 'filled',
    json: { keys: 'reversed' },
  },
  // The specification neither shows nor forbids an envelope (P3, D2).
  enveloped: {
    what: 'wraps every resource in a member data, beside one of its own',
    json: { envelope: '/data' },
    gapPrice: { place: '/quote/premium', form: 'amount' },
    termsToken: '/terms/token',
  },
  // A redirection to the canonical spelling is the service's right (W2).
  canonical: {
    what: 'sends a caller that writes be, Be or bE on to BE with 308',
    countrySpelling: 'redirected',
    errors: { country: 403 },
  },
  // A redirection is permitted if no status is stated (S1).
  archive: {
    what: 'answers the download of a contract with 302, and serves the document there',
    download: 'elsewhere',
    statuses: { contract: 303 },
  },
};
