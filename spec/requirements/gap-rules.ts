import { JOURNEY, DRAFTS, LEGAL_VALUES } from '../probe-descriptions.ts';
import { implied, stated, type Requirements } from '../requirement.ts';

const CONTROLS =
  'each priced on a fresh draft with otherwise equal data. If the amounts differ, the first is priced once more, to show that equal drafts get equal prices.';

const rule = {
  level: 'stated',
  operations: ['gap.draft-update'],
  proof: 'accepted-control',
} as const;

/** Vehicle, casco factors and white label of a motor gap draft; that one identification is enough is a field fault. */
export const gapRules = {
  'GAP-FRACTION-01': {
    area: 'prices',
    ...rule,
    statement: 'A fraction without its denominator must be accepted.',
    source: 'Shared types, Fraction; Motor gap draft, row risk.cascoFactors.depreciationRate',
    operations: ['gap.draft-update', 'gap.price-request'],
    rules: ['C4', 'V17'],
    proof: 'accepted-control-two-bodies',
    explains: [{ requirement: 'LEGAL-01' }],
    sent: LEGAL_VALUES,
  },
  'GAP-FRACTION-02': {
    area: 'prices',
    ...rule,
    statement: 'A fraction without its denominator must be priced like one with the denominator 1.',
    source: 'Shared types, Fraction; Motor gap draft, row risk.cascoFactors.depreciationRate',
    operations: ['gap.price-request'],
    rules: ['C4', 'R4'],
    proof: 'two-sightings',
    needs: ['amounts-in-gap-prices'],
    sent: `The depreciation rates 1 and 0 with the denominator 1 and without one, ${CONTROLS}`,
  },
  'GAP-INSURER-01': {
    ...rule,
    statement: 'A casco insurer that is not one of the 18 names must be refused.',
    source: 'Motor gap draft, row risk.vehicle.cascoInsurerCompany',
    rules: ['V11', 'E5', 'P5'],
    sent: DRAFTS,
  },
  'GAP-VEHICLE-01': {
    ...rule,
    statement: 'A draft without vehicle details must not be priced.',
    source: 'Motor gap draft, row risk.vehicle.details',
    operations: ['gap.price-request'],
    rules: ['E5', 'V11'],
    sent: DRAFTS,
  },
  'GAP-INVOICE-01': {
    area: 'prices',
    ...rule,
    statement: 'If purchasedDate is recent, isPurchasedInLast6Months must not change the price.',
    source: 'Motor gap draft, rule below the table',
    operations: ['gap.price-request'],
    rules: ['E7', 'R4'],
    proof: 'two-sightings',
    needs: ['amounts-in-gap-prices'],
    sent: `A purchase 30 days ago without the flag, with true and with false, ${CONTROLS}`,
  },
  'GAP-INVOICE-02': {
    area: 'prices',
    ...rule,
    statement:
      'If purchasedDate lies more than six months back, isPurchasedInLast6Months false must not change the price.',
    source: 'Motor gap draft, rule below the table',
    operations: ['gap.price-request'],
    rules: ['E7', 'R4'],
    proof: 'two-sightings',
    needs: ['amounts-in-gap-prices'],
    sent: `A purchase 400 days ago without the flag and with false, ${CONTROLS}`,
  },
  'GAP-WHITELABEL-01': {
    ...rule,
    statement:
      'A draft without whiteLabelId must be priced if the product has only one white label.',
    source: 'Motor gap draft, row whiteLabelId',
    operations: ['gap.price-request'],
    // Its absence is legal by the specification, as in C4, so V17 permits no tariff rule that refuses it at the price.
    rules: ['P5', 'V17'],
    proof: 'accepted-control-two-bodies',
    needs: ['white-labels', 'single-white-label'],
    explains: [{ requirement: 'LEGAL-01' }],
    sent: LEGAL_VALUES,
  },
} as const satisfies Requirements;

/** Price requests of a motor gap draft. */
export const gapPrices = {
  'GAP-PRICE-01': {
    ...stated('accepted-control'),
    statement: 'A draft must accept several price requests, on the same data and after a change.',
    source: 'States and transitions, rule 1',
    operations: ['gap.price-request'],
    rules: ['R6'],
    isStateful: true,
    sent: 'One draft is priced three times; another is priced, changed and priced again. A refusal is compared with the first price request and, after the change, with the price request of a fresh draft that was created with the changed data.',
  },
  'GAP-PRICE-02': {
    ...stated('accepted-control'),
    statement:
      'A price request must become invalid when a field that influences the price changes: no contract may then be made for its amount.',
    source: 'States and transitions, rule 2',
    operations: ['gap.contract-create'],
    rules: ['R3', 'K3'],
    needs: ['amounts-in-gap-prices'],
    sent: 'A draft is priced, one update changes a field that influences the price (alone, or before or after another update), and a contract is requested for the old amount. If it is refused, a contract for a new price must be accepted. If it is accepted, fresh drafts show whether equal drafts cost the same, whether the change affects the price, and whether a contract without a price request or for another amount is refused.',
  },
  'GAP-PRICE-03': {
    ...implied('two-sightings'),
    statement: 'Two price requests on one unchanged draft must give the same amount.',
    source: 'Detail entry G3',
    operations: ['gap.price-request'],
    rules: ['R7', 'R4'],
    needs: ['amounts-in-gap-prices'],
    sent: 'A draft with two drivers who have claims and a draft without drivers are priced up to four times each. In between the draft is read, leads are requested with and without transport, and updates are sent that must be refused: one without a version, one by another identity and one with a fault.',
  },
  'GAP-PRICE-04': {
    ...implied('accepted-control'),
    statement: 'A priced draft must accept updates.',
    source: 'States and transitions, rules 1 and 2',
    operations: ['gap.draft-update'],
    rules: ['R6'],
    isStateful: true,
    sent: 'A draft is priced and then updated with another variant. If the update is refused, the same content is written to a fresh draft for comparison.',
  },
} as const satisfies Requirements;

/** The contract of a motor gap draft (G4). */
export const gapContracts = {
  'GAP-CONTRACT-01': {
    area: 'state',
    ...stated('two-sightings'),
    statement: 'At most one contract may be created for a motor gap draft.',
    source: 'States and transitions, rule 3; detail entry G4; Limits, Contracts per draft',
    operations: ['gap.contract-create'],
    rules: ['K2', 'K4'],
    isStateful: true,
    sent: 'A second contract is requested for a draft that has one: with the same body, with a new user terms token, with another payment term, and after another price request and an update. For other drafts, the contract is requested by 2, 5 and 10 calls at once (in a certify 12), as far as limits.concurrency allows. If answers name different contracts, each contract is read.',
  },
  'GAP-CONTRACT-02': {
    ...stated('two-sightings'),
    statement: 'The 303 of a contract creation must carry a Location header.',
    source: 'Detail entry G4; Errors, 303',
    operations: ['gap.contract-create'],
    rules: ['K1'],
    isUniversal: true,
    sent: JOURNEY,
  },
  'GAP-CONTRACT-03': {
    ...stated('two-sightings'),
    statement: 'The Location header must lead to the created contract.',
    source: 'Detail entry G4; Errors, 303',
    operations: ['gap.contract-create'],
    rules: ['K1', 'S16'],
    isUniversal: true,
    sent: `${JOURNEY} The Location of the contract creation is fetched with GET.`,
  },
  'GAP-CONTRACT-04': {
    ...stated('two-sightings'),
    statement: 'The contract must have the payment term that was sent.',
    source: 'To-contract payload (motor gap), row paymentTerm',
    operations: ['gap.contract-create'],
    rules: ['INVISIBLE', 'P5'],
    notObservable:
      'The specification shows neither the allowed payment terms nor any field of a contract.',
  },
  'GAP-TOKEN-01': {
    area: 'rules',
    ...stated('accepted-control'),
    statement: 'No contract may be made with a forged user terms token.',
    source: 'To-contract payload (motor gap), row userTermsToken',
    operations: ['gap.contract-create'],
    rules: ['K3', 'S6', 'P5'],
    sent: 'A contract of a priced draft is requested with a user terms token of which four characters in the middle are changed, then with half of its characters changed, then in the other payment terms, then with the real token (the control request), which must be accepted.',
  },
} as const satisfies Requirements;
