import type { Requirements } from '../requirement.ts';

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
