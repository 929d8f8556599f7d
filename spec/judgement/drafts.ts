/** D1–D13: updates, reading back, ids and deletions. */
export const draftRules = {
  D1: 'An update may replace or merge, so every probe uses a fresh draft and a full body and nothing is concluded from a field that was left out. No verdict rests on turning a person into a company or changing the employee status of one draft.',
  D2: 'Only landlord shows its resource, and every field there is optional: a field that does not come back is inconclusive, one that comes back with another meaning is a fail once the read-back delay is over. Case, trimming, a date given as midnight, and added blanks in phone or VAT are harmless; other lines are only observed, and so is a value that a later step may still refuse (E3, E4).',
  D3: 'A draft must be readable with a 2xx by its creator once the read-back delay is over. The delay holds for every read of what was just made or changed: a draft, a contract, its download, the payment status, and the Location of a contract. Content is judged only for landlord.',
  D4: 'Ids are opaque texts or numbers (the landlord draftId must be text): they are percent-encoded and never parsed, and no sequence is assumed. A landlord answer may leave its draftId out.',
  D5: 'A keyId may be the text of the key or a generated id, and a personId is not called unique, so ids of two drafts may coincide. Probes with a foreign id use one that the other draft never handed out.',
  D6: 'A second deletion answered with 404 passes, and 200 alone may be a tombstone. The deletion is repeated first and a put is tried then; it is a fail only if both succeed although a deletion and a put of an id that was never used give 404.',
  D7: 'Delete Car and Delete Metadata carry an empty JSON object, which clients and proxies may drop, so it is checked what was really sent. A deletion without a body is only observed, and the body of Delete Person is not shown.',
  D8: 'Since every top field is optional, an empty object must be accepted by Draft Create of jobloss, travel and landlord; the motor gap create body is unknown. An empty object refused by motor gap Draft Update (G1) is inconclusive.',
  D9: 'Nothing deletes drafts or contracts, so runs leave data behind and share it with others. Test data is made distinctive.',
  D10: 'Who owns a draft is not described. That a second identity can read it is a fail only if the target file says it has no right to.',
  D11: 'Ids of drafts, contracts, cars and keys are called unique: one id from two creations with different bodies, one after the other or in parallel, is a fail. Equal bodies, person ids and price request ids are only observed.',
  D12: 'An id handed out by another line is unknown here and treated like any unknown id (S11). This is judged only for ids of 16 or more characters that look random, because short sequences may coincide.',
  D13: 'An operation touches only what its path names: other cars, persons, keys and drafts still answer afterwards, and reading or updating leaves an id readable for the whole run. Anything else is a fail.',
} as const;
