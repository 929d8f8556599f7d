import { implied, stated, type Requirements } from '../requirement.ts';
import { ALL } from '../operations.ts';

/** That the listed operations exist and take what is legal. */
export const paths = {
  'PATH-01': {
    ...stated('two-sightings'),
    statement: 'The operation is served under its listed method and path.',
    source: 'What the service does; Endpoints; Versioning 3',
    operations: ALL,
    rules: ['S16', 'S14'],
  },
  'LEGAL-01': {
    ...implied('accepted-twin-two-bodies'),
    statement: 'A legal request is not refused.',
    source: 'Resources and their fields, with the empty body of deletions; Errors, 400 and 402',
    operations: ALL,
    rules: ['V17', 'S7', 'L2'],
  },
  'ERROR-01': {
    ...implied('accepted-twin'),
    statement: 'A legal request does not end in a server error while another legal one succeeds.',
    source: 'Errors, 500',
    operations: ALL,
    rules: ['S9', 'S4', 'S6'],
  },
} as const satisfies Requirements;

/** The country of the path. */
export const country = {
  'COUNTRY-01': {
    ...stated('accepted-twin'),
    statement:
      'The country in the path is taken in capital and small letters alike: be, Be and bE are BE.',
    source: 'Common path parameters, row country',
    operations: ALL,
    rules: ['W2'],
  },
  'COUNTRY-02': {
    ...stated('accepted-twin'),
    statement: 'A country other than BE is refused, since none has a line of business.',
    source: 'Common path parameters, row country; Limits, Countries',
    operations: ALL,
    rules: ['W2', 'S7', 'S12'],
  },
} as const satisfies Requirements;
