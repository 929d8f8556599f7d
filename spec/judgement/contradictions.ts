/** C1–C13: how the places are read in which the specification disagrees with itself. */
export const contradictionRules = {
  C1: 'Operations without a detail entry are said to have no shown shape, yet the field tables give the jobloss and landlord bodies for create and update, and the landlord resource for create, get and update. The tables are used for those bodies and that resource; no success status and no header is demanded there, but 400 for the four jobloss flags (E1) and the form of a header that is sent (V5) still are.',
  C2: 'Last-Modified is listed by seven detail entries (J1, T2–T5, G1, G3) but "may" be carried according to Versioning 4. The detail entry is the specific text: if every 200 of such an operation lacks the header, that is a fail, unless the target file switches this judgement off; every other operation is free to omit it.',
  C3: 'Every detailed operation is said to take a draftId, which is impossible for Draft Create of travel and landlord. What the path says is used.',
  C4: 'A denominator is not marked optional but is taken as 1 when it is absent. The special rule wins: a fraction without a denominator must be accepted and must price like one with denominator 1.',
  C5: 'The shared Person requires a birthdate, while travel and motor gap make it optional and landlord requires it. The row of the line itself decides.',
  C6: 'The fields of insuredJob are all optional, yet employer is mandatory and two flags must be true. A body without isPermanentContract or willUnregisterSocialFundIfClaim is only observed, a missing employer must be refused before a contract completes, and bodies that should succeed always carry all of them.',
  C7: 'isPurchasedInLast6Months is optional, and again optional when purchasedDate is given. An invoice with neither of the two is only observed.',
  C8: 'The remark "required in the object" on the landlord person may cover one name, both names or the birthdate as well; the general rule makes all three required. A missing firstName or lastName is judged, and a missing birthdate too unless the target file declares the narrow reading.',
  C9: 'A policyholder with a VAT number is treated as a company, yet a jobloss person may have one. This has no visible effect and is never judged.',
  C10: 'The landlord note calls fetching token terms with GET a difference from the other lines, although motor gap uses GET as well. The endpoint tables decide.',
  C11: 'Motor gap Contract Create (G4) must refuse bad payloads and second contracts but lists neither 400 nor 402, Draft Update (G1) takes a body with rules but lists no 400, and PriceRequest Create (G3) has a draftId but lists no 404. What they may answer instead is settled by S4, S5 and S6.',
  C12: 'The variants of jobloss terms (JOBLOSS6, JOBLOSS12) and the labels of prices (such as JOBLOSS-A) are different vocabularies. They are never compared.',
  C13: 'The claim limit of motor gap has no list of values and its start date no limit. Neither accepting nor refusing an unusual integer or a far date is a fault there; a fraction in the amount is judged as everywhere (V2).',
} as const;
