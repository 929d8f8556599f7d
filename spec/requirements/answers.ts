import type { Requirements } from '../requirement.ts';
import { operationsWhere } from './operations-where.ts';

/** The form of a success: status, headers, resource. */
export const answers = {
  'STATUS-01': {
    level: 'stated',
    statement: 'A success is answered with exactly the status that the detail entry states.',
    source: 'Detail entries J1, T1–T6, L1, G1–G4',
    operations: operationsWhere((row) => row.success !== null),
    rules: ['S1'],
    proof: 'two-sightings',
  },
  'LASTMOD-01': {
    level: 'stated',
    statement: 'A 200 carries the header Last-Modified where the detail entry lists it.',
    source: 'Detail entries J1, T2–T5, G1, G3',
    operations: operationsWhere((row) => row.headers.includes('Last-Modified')),
    rules: ['C2', 'P7'],
    proof: 'two-sightings',
  },
  'LASTMOD-02': {
    level: 'stated',
    statement: 'Wherever Last-Modified comes, it is a date-time.',
    source: 'Versioning 4; detail entries J1, T2–T5, G1, G3',
    operations: operationsWhere((row) => row.method !== 'GET'),
    rules: ['V5'],
    proof: 'two-sightings',
  },
  'RESOURCE-01': {
    level: 'stated',
    statement: 'Where a 200 names a resource, its body is a JSON object.',
    source: 'Detail entries J1, T1–T5, L1, G3',
    operations: operationsWhere(
      (row) => row.success === 200 && row.response.shown && row.response.name !== 'none',
    ),
    rules: ['S17'],
    proof: 'two-sightings',
  },
} as const satisfies Requirements;
