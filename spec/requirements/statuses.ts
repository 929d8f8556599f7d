import type { Requirements } from '../requirement.ts';
import { operationsWhere } from './operations-where.ts';

/** The statuses of failures. */
export const statuses = {
  'STATUS-02': {
    level: 'stated',
    statement: 'A failure is answered only with statuses that the detail entry lists.',
    source: 'Detail entries J1, T1–T6, L1, G1–G4; Errors',
    operations: operationsWhere((row) => row.failures !== null),
    rules: ['S3', 'S8', 'S18'],
    proof: 'two-sightings',
  },
  'STATUS-03': {
    level: 'stated',
    statement: 'A body that is not JSON is not answered with 402, which calls the request valid.',
    source: 'Errors, 400 and 402',
    operations: operationsWhere((row) => row.failures?.includes(402) === true),
    rules: ['S2'],
    proof: 'two-sightings',
  },
  'ERROR-02': {
    level: 'stated',
    statement:
      'A 400, 402 or 500 carries the resource that the table names: Business Rule Error, ValidationError, FunctionalError or General Error.',
    source: 'Errors, column Resource; detail entries',
    operations: operationsWhere((row) => row.failures !== null),
    rules: ['INVISIBLE', 'S13'],
    proof: 'two-sightings',
    notObservable:
      'Neither fields nor codes nor messages of the error resources are shown, so they look alike.',
  },
} as const satisfies Requirements;
