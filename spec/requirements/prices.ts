import { JOURNEY } from '../what-is-sent.ts';
import { implied, stated, type Requirements } from '../requirement.ts';
import { ALL, operationsWhere } from '../operations.ts';

/** Price requests, how long they hold, and the amounts of all answers. */
export const prices = {
  'PRICE-01': {
    ...implied('two-sightings'),
    statement: 'A new price request must not be expired: its validUntil must not lie in the past.',
    source: 'Price request resource, row validUntil; States and transitions, rule 4',
    operations: ['jobloss.price-request', 'travel.price-request', 'landlord.price-request'],
    rules: ['V6', 'R1'],
    isUniversal: true,
    sent: `${JOURNEY} The validUntil in the answers is compared with the time of asking.`,
  },
  'PRICE-02': {
    ...stated('two-sightings'),
    statement: 'A price request must be expired after its validUntil.',
    source: 'States and transitions, rule 4; Price request resource, row validUntil',
    operations: operationsWhere((row) => row.step === 'price-request'),
    rules: ['INVISIBLE', 'R5'],
    notObservable:
      'It takes waiting for the limit, and no operation is said to refuse an expired one.',
  },
  'PRICE-03': {
    ...implied('two-sightings'),
    statement:
      'Prices must follow from the tariff, and taxes and parts must add up to their totals.',
    source: 'Price request resource',
    operations: operationsWhere((row) => ['price-request', 'price-info'].includes(row.step)),
    rules: ['INVISIBLE', 'R2'],
    notObservable: 'Neither a tariff nor a sum is shown.',
  },
  'AMOUNT-01': {
    ...stated('two-sightings'),
    statement: 'Amounts must count hundredths of the currency unit.',
    source: 'Resources and their fields; Shared types, Amount',
    operations: operationsWhere(
      (row) => row.step === 'price-request' || row.id === 'gap.contract-create',
    ),
    rules: ['INVISIBLE', 'V2'],
    notObservable: 'No amount is known from elsewhere; that it is an integer is judged by field.',
  },
  'AMOUNT-02': {
    ...stated('two-sightings'),
    statement: 'Every amount in an answer must be in EUR.',
    source: 'Limits, row Supported currency; Shared types, Amount',
    operations: ALL,
    rules: ['R1', 'V2'],
    isUniversal: true,
    sent: `${JOURNEY} The currency of every amount in the answers is compared with EUR, but for fields that a table shows, which have requirements of their own.`,
  },
} as const satisfies Requirements;
