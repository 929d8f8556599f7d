import { stated, type Requirements } from '../requirement.ts';
import { operationsWhere } from '../operations.ts';

/** The form of a success: status, headers, resource. */
export const answers = {
  'STATUS-01': {
    ...stated('two-sightings'),
    statement: 'A success is answered with exactly the status that the detail entry states.',
    source: 'Detail entries J1, T1–T6, L1, G1–G4',
    operations: operationsWhere((row) => row.success !== null),
    rules: ['S1'],
  },
  'LASTMOD-01': {
    ...stated('two-sightings'),
    statement: 'A 200 carries the header Last-Modified where the detail entry lists it.',
    source: 'Detail entries J1, T2–T5, G1, G3',
    operations: operationsWhere((row) => row.headers.includes('Last-Modified')),
    rules: ['C2', 'P7'],
  },
  'LASTMOD-02': {
    ...stated('two-sightings'),
    statement: 'Wherever Last-Modified comes, it is a date-time.',
    source: 'Versioning 4; detail entries J1, T2–T5, G1, G3',
    operations: operationsWhere((row) => row.method !== 'GET'),
    rules: ['V5'],
  },
  'RESOURCE-01': {
    ...stated('two-sightings'),
    statement: 'Where a 200 names a resource, its body is a JSON object.',
    source: 'Detail entries J1, T1–T5, L1, G3',
    operations: operationsWhere(
      (row) => row.success === 200 && row.response.shown && row.response.name !== 'none',
    ),
    rules: ['S17'],
  },
} as const satisfies Requirements;

/** The statuses of failures. */
export const statuses = {
  'STATUS-02': {
    ...stated('two-sightings'),
    statement: 'A failure is answered only with statuses that the detail entry lists.',
    source: 'Detail entries J1, T1–T6, L1, G1–G4; Errors',
    operations: operationsWhere((row) => row.failures !== null),
    rules: ['S3', 'S8', 'S18'],
  },
  'STATUS-03': {
    ...stated('two-sightings'),
    statement: 'A body that is not JSON is not answered with 402, which calls the request valid.',
    source: 'Errors, 400 and 402',
    operations: operationsWhere((row) => row.failures?.includes(402) === true),
    rules: ['S2'],
  },
  'ERROR-02': {
    ...stated('two-sightings'),
    statement:
      'A 400, 402 or 500 carries the resource that the table names: Business Rule Error, ValidationError, FunctionalError or General Error.',
    source: 'Errors, column Resource; detail entries',
    operations: operationsWhere((row) => row.failures !== null),
    rules: ['INVISIBLE', 'S13'],
    notObservable:
      'Neither fields nor codes nor messages of the error resources are shown, so they look alike.',
  },
} as const satisfies Requirements;
