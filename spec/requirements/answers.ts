import { JOURNEY, PROBES } from '../probe-descriptions.ts';
import { stated, type Requirements } from '../requirement.ts';
import { operationsWhere } from '../operations.ts';

/** The form of a success: status, headers, resource. */
export const answers = {
  'STATUS-01': {
    ...stated('two-sightings'),
    statement: 'A success must be answered with exactly the status that the detail entry states.',
    source: 'Detail entries J1, T1–T6, L1, G1–G4',
    operations: operationsWhere((row) => row.success !== null),
    rules: ['S1'],
    isUniversal: true,
    sent: JOURNEY,
  },
  'LASTMOD-01': {
    ...stated('two-sightings'),
    statement: 'A 200 must carry the header Last-Modified if the detail entry lists it.',
    source: 'Detail entries J1, T2–T5, G1, G3',
    operations: operationsWhere((row) => row.headers.includes('Last-Modified')),
    rules: ['C2', 'P7'],
    needs: ['last-modified'],
    sent: `${JOURNEY} Every 200 of the run is judged; an operation that has not sent the header is called again until it has answered eight times.`,
  },
  'LASTMOD-02': {
    ...stated('two-sightings'),
    statement: 'Last-Modified, if present, must be a date-time.',
    source: 'Versioning 4; detail entries J1, T2–T5, G1, G3',
    operations: operationsWhere((row) => row.method !== 'GET'),
    rules: ['V5'],
    isUniversal: true,
    sent: `${JOURNEY} Every 200 of the run is judged; an operation that has not sent the header is called again until it has answered eight times.`,
  },
  'RESOURCE-01': {
    ...stated('two-sightings'),
    statement: 'The body of a 200 must be a JSON object if the detail entry names a resource.',
    source: 'Detail entries J1, T1–T5, L1, G3',
    operations: operationsWhere(
      (row) => row.success === 200 && row.response.shown && row.response.name !== 'none',
    ),
    rules: ['S17'],
    isUniversal: true,
    sent: JOURNEY,
  },
} as const satisfies Requirements;

/** The statuses of failures. */
export const statuses = {
  'STATUS-02': {
    ...stated('two-sightings'),
    statement: 'A failure must be answered only with statuses that the detail entry lists.',
    source: 'Detail entries J1, T1–T6, L1, G1–G4; Errors',
    operations: operationsWhere((row) => row.failures !== null),
    rules: ['S3', 'S8', 'S18'],
    sent: `${PROBES} The faults: those of version, country, credential, id and body, as far as they apply.`,
  },
  'STATUS-03': {
    ...stated('two-sightings'),
    statement:
      'A body that is not JSON must not be answered with 402, which calls the request valid.',
    source: 'Errors, 400 and 402',
    operations: operationsWhere((row) => row.failures?.includes(402) === true),
    rules: ['S2'],
    sent: `${PROBES} The fault: a body with truncated JSON.`,
  },
  'ERROR-02': {
    ...stated('two-sightings'),
    statement:
      'A 400, 402 or 500 must carry the resource that the table names: Business Rule Error, ValidationError, FunctionalError or General Error.',
    source: 'Errors, column Resource; detail entries',
    operations: operationsWhere((row) => row.failures !== null),
    rules: ['INVISIBLE', 'S13'],
    notObservable:
      'The specification shows no field, code or message of the error resources, so they are indistinguishable.',
  },
} as const satisfies Requirements;
