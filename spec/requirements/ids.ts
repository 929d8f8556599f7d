import type { Requirements } from '../requirement.ts';
import { operationsWhere } from './operations-where.ts';

const source = 'Common path parameters; Errors, 404';

/**
 * Ids that lead nowhere. For cars, persons and metadata only the deletion is judged: a put under an unknown id may
 * create the item (S11, D6), so no answer to it could fail.
 */
export const ids = {
  'ID-01': {
    level: 'stated',
    statement: 'A draftId that is not known is refused, with 404 where the operation lists it.',
    source,
    operations: operationsWhere((row) => row.path.includes('{draftId}')),
    rules: ['S11', 'S5', 'S12'],
    proof: 'accepted-twin',
  },
  'ID-02': {
    level: 'stated',
    statement: 'A contractId that is not known is refused.',
    source,
    operations: operationsWhere((row) => row.path.includes('{contractId}')),
    rules: ['S11', 'S12'],
    proof: 'accepted-twin',
  },
  'ID-03': {
    level: 'stated',
    statement: 'The deletion of a car under a carId that is not known is answered with 404.',
    source: `${source}; detail entry T4`,
    operations: ['travel.car-delete'],
    rules: ['S11', 'D6', 'S12'],
    proof: 'accepted-twin',
  },
  'ID-04': {
    level: 'stated',
    statement: 'The deletion of a person under a personId that is not known is refused.',
    source,
    operations: ['travel.person-delete'],
    rules: ['S11', 'D6', 'S12'],
    proof: 'accepted-twin',
  },
  'ID-05': {
    level: 'stated',
    statement: 'The deletion of metadata under a keyId that is not known is answered with 404.',
    source: `${source}; detail entry T5`,
    operations: ['travel.metadata-delete'],
    rules: ['S11', 'D5', 'D6', 'S12'],
    proof: 'accepted-twin',
  },
  'ID-06': {
    level: 'implied',
    statement: 'A draftId of one line is not known on another.',
    source,
    operations: operationsWhere((row) => row.step === 'draft-get'),
    rules: ['D12', 'S11'],
    proof: 'accepted-twin',
  },
  'ID-07': {
    level: 'implied',
    statement: 'A contractId of one line is not known on another.',
    source,
    operations: operationsWhere((row) => row.step === 'contract-get'),
    rules: ['D12', 'S11'],
    proof: 'accepted-twin',
  },
} as const satisfies Requirements;
