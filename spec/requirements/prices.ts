import { JOURNEY } from '../probe-descriptions.ts';
import { implied, stated, type Requirements } from '../requirement.ts';
import { ALL, operationsWhere } from '../operations.ts';

/** Price requests, their validity, and the amounts of all answers. */
export const prices = {
  'PRICE-01': {
    ...implied('two-sightings'),
    statement: 'A new price request must be valid: its validUntil must not lie in the past.',
    source: 'Price request resource, row validUntil; States and transitions, rule 4',
    operations: ['jobloss.price-request', 'travel.price-request', 'landlord.price-request'],
    rules: ['V6', 'R1'],
    isUniversal: true,
    sent: `${JOURNEY} The validUntil in each answer is compared with the time of the request.`,
  },
  'PRICE-02': {
    ...stated('two-sightings'),
    statement: 'A price request must expire at its validUntil.',
    source: 'States and transitions, rule 4; Price request resource, row validUntil',
    operations: operationsWhere((row) => row.step === 'price-request'),
    rules: ['INVISIBLE', 'R5'],
    notObservable:
      'A run would have to wait until then, and the specification names no operation that refuses an expired price request.',
  },
  'PRICE-03': {
    ...implied('two-sightings'),
    statement: 'Prices must follow the tariff, and parts and taxes must add up to the totals.',
    source: 'Price request resource',
    operations: operationsWhere((row) => ['price-request', 'price-info'].includes(row.step)),
    rules: ['INVISIBLE', 'R2'],
    notObservable: 'The specification shows neither the tariff nor how totals are formed.',
  },
  'AMOUNT-01': {
    area: 'protocol',
    ...stated('two-sightings'),
    statement: 'Amounts must be given in hundredths of the currency unit.',
    source: 'Resources and their fields; Shared types, Amount',
    operations: operationsWhere(
      (row) => row.step === 'price-request' || row.id === 'gap.contract-create',
    ),
    rules: ['INVISIBLE', 'V2'],
    notObservable:
      'No correct amount is known to compare with. That amounts are integers is judged field by field.',
  },
  'AMOUNT-02': {
    area: 'protocol',
    ...stated('two-sightings'),
    statement: 'Every amount in an answer must be in EUR.',
    source: 'Limits, row Supported currency; Shared types, Amount',
    operations: ALL,
    rules: ['R1', 'V2'],
    isUniversal: true,
    sent: `${JOURNEY} The currency of every amount in the answers is compared with EUR, except in fields that a field table shows: these have requirements of their own.`,
  },
} as const satisfies Requirements;
