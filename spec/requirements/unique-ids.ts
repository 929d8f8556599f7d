import type { Requirements } from '../requirement.ts';
import { operationsWhere } from './operations-where.ts';

/** What is called a unique id. Ids of persons are not (D5, D11). */
export const uniqueIds = {
  'UNIQUE-01': {
    level: 'stated',
    statement: 'Two drafts never get the same draftId.',
    source: 'Common path parameters, row draftId',
    operations: operationsWhere((row) => row.step === 'draft-create'),
    rules: ['D11', 'D4'],
    proof: 'two-sightings',
  },
  'UNIQUE-02': {
    level: 'stated',
    statement: 'The contracts of two drafts never get the same contractId.',
    source: 'Common path parameters, row contractId',
    operations: operationsWhere((row) => row.step === 'contract-create'),
    rules: ['D11', 'D4'],
    proof: 'two-sightings',
  },
  'UNIQUE-03': {
    level: 'stated',
    statement: 'Two cars never get the same carId.',
    source: 'Common path parameters, row carId',
    operations: ['travel.car-post'],
    rules: ['D11', 'D4'],
    proof: 'two-sightings',
  },
  'UNIQUE-04': {
    level: 'stated',
    statement: 'Two metadata keys of a draft never get the same keyId.',
    source: 'Common path parameters, row keyId',
    operations: ['travel.metadata-post'],
    rules: ['D11', 'D5', 'D4'],
    proof: 'two-sightings',
  },
} as const satisfies Requirements;
