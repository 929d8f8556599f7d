import { implied, stated, type Requirements } from '../requirement.ts';

const rule = {
  level: 'stated',
  operations: ['gap.draft-update'],
  proof: 'accepted-twin',
} as const;

/** Vehicle, casco factors and white label of a motor gap draft; that one identification is enough is a field fault. */
export const gapRules = {
  'GAP-FRACTION-01': {
    ...rule,
    statement: 'A fraction without its denominator is accepted.',
    source: 'Shared types, Fraction; Motor gap draft, row risk.cascoFactors.depreciationRate',
    operations: ['gap.draft-update', 'gap.price-request'],
    rules: ['C4', 'V17'],
    proof: 'accepted-twin-two-bodies',
  },
  'GAP-FRACTION-02': {
    ...rule,
    statement: 'A fraction without its denominator is priced like one with the denominator 1.',
    source: 'Shared types, Fraction; Motor gap draft, row risk.cascoFactors.depreciationRate',
    operations: ['gap.price-request'],
    rules: ['C4', 'R4'],
    proof: 'two-sightings',
  },
  'GAP-INSURER-01': {
    ...rule,
    statement: 'A casco insurer that is not one of the 18 names is refused.',
    source: 'Motor gap draft, row risk.vehicle.cascoInsurerCompany',
    rules: ['V11', 'E5', 'P5'],
  },
  'GAP-VEHICLE-01': {
    ...rule,
    statement: 'A draft without vehicle details is not priced.',
    source: 'Motor gap draft, row risk.vehicle.details',
    operations: ['gap.price-request'],
    rules: ['E5', 'V11'],
  },
  'GAP-INVOICE-01': {
    ...rule,
    statement: 'With a recent purchasedDate, isPurchasedInLast6Months makes no difference.',
    source: 'Motor gap draft, rule below the table',
    operations: ['gap.price-request'],
    rules: ['E7', 'R4'],
    proof: 'two-sightings',
  },
  'GAP-INVOICE-02': {
    ...rule,
    statement:
      'With a purchasedDate of long ago, isPurchasedInLast6Months false makes no difference.',
    source: 'Motor gap draft, rule below the table',
    operations: ['gap.price-request'],
    rules: ['E7', 'R4'],
    proof: 'two-sightings',
  },
  'GAP-WHITELABEL-01': {
    ...rule,
    statement: 'A draft without whiteLabelId is priced where the product has only one white label.',
    source: 'Motor gap draft, row whiteLabelId',
    operations: ['gap.price-request'],
    // That it may be left out is stated, like C4, so a refusal at the price follows no tariff rule that V17 would allow for.
    rules: ['P5', 'V17'],
    proof: 'accepted-twin-two-bodies',
  },
} as const satisfies Requirements;

/** Price requests of a motor gap draft. */
export const gapPrices = {
  'GAP-PRICE-01': {
    ...stated('accepted-twin'),
    statement: 'A draft can have several price requests, on the same data and after a change.',
    source: 'States and transitions, rule 1',
    operations: ['gap.price-request'],
    rules: ['R6'],
  },
  'GAP-PRICE-02': {
    ...stated('accepted-twin'),
    statement:
      'A price request is invalid once a field that influences it was changed, so no contract is made for its amount.',
    source: 'States and transitions, rule 2',
    operations: ['gap.contract-create'],
    rules: ['R3', 'K3'],
  },
  'GAP-PRICE-03': {
    ...implied('two-sightings'),
    statement: 'Two price requests on one unchanged draft give the same amount.',
    source: 'Detail entry G3',
    operations: ['gap.price-request'],
    rules: ['R7', 'R4'],
  },
  'GAP-PRICE-04': {
    ...implied('accepted-twin'),
    statement: 'A draft can be updated after it was priced.',
    source: 'States and transitions, rules 1 and 2',
    operations: ['gap.draft-update'],
    rules: ['R6'],
  },
} as const satisfies Requirements;

/** The contract of a motor gap draft (G4). */
export const gapContracts = {
  'GAP-CONTRACT-01': {
    ...stated('two-sightings'),
    statement: 'Only one contract can be created per motor gap draft.',
    source: 'States and transitions, rule 3; detail entry G4; Limits, Contracts per draft',
    operations: ['gap.contract-create'],
    rules: ['K2', 'K4'],
  },
  'GAP-CONTRACT-02': {
    ...stated('two-sightings'),
    statement: 'The 303 of a contract creation carries a Location header.',
    source: 'Detail entry G4; Errors, 303',
    operations: ['gap.contract-create'],
    rules: ['K1'],
  },
  'GAP-CONTRACT-03': {
    ...stated('two-sightings'),
    statement: 'The created contract is found at the link in the Location header.',
    source: 'Detail entry G4; Errors, 303',
    operations: ['gap.contract-create'],
    rules: ['K1', 'S16'],
  },
  'GAP-CONTRACT-04': {
    ...stated('two-sightings'),
    statement: 'The contract is made with the payment term that was sent.',
    source: 'To-contract payload (motor gap), row paymentTerm',
    operations: ['gap.contract-create'],
    rules: ['INVISIBLE', 'P5'],
    notObservable: 'Neither the allowed payment terms nor any field of a contract are shown.',
  },
  'GAP-TOKEN-01': {
    ...stated('accepted-twin'),
    statement: 'No contract is made with a forged user terms token.',
    source: 'To-contract payload (motor gap), row userTermsToken',
    operations: ['gap.contract-create'],
    rules: ['K3', 'S6', 'P5'],
  },
} as const satisfies Requirements;
