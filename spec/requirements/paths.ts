import { JOURNEY, PROBES } from '../probe-descriptions.ts';
import { implied, stated, type Requirements } from '../requirement.ts';
import { ALL } from '../operations.ts';

/** Existence of the listed operations, and acceptance of legal requests. */
export const paths = {
  'PATH-01': {
    ...stated('two-sightings'),
    statement: 'The operation must exist under its listed method and path.',
    source: 'What the service does; Endpoints; Versioning 3',
    operations: ALL,
    rules: ['S16', 'S14'],
    explains: [
      { requirement: 'DRAFT-01', onStatus: [405, 501] },
      // A router that answers an unknown path does not follow detail entries.
      { requirement: 'STATUS-02', onStatus: [404] },
    ],
    isUniversal: true,
    isStateful: true,
    sent: JOURNEY,
  },
  'LEGAL-01': {
    area: 'legal',
    ...implied('accepted-control-two-bodies'),
    statement: 'A legal request must not be refused.',
    source: 'Resources and their fields, with the empty body of deletions; Errors, 400 and 402',
    operations: ALL,
    rules: ['V17', 'D8', 'S7', 'L2'],
    isUniversal: true,
    isStateful: true,
    sent: JOURNEY,
  },
  'ERROR-01': {
    ...implied('accepted-control'),
    statement:
      'A legal request must not be answered with a server error if another legal request succeeds.',
    source: 'Errors, 500',
    operations: ALL,
    rules: ['S9', 'S4', 'S6'],
    explains: [
      // A read with a server error does not show if the draft can be read.
      { requirement: 'DRAFT-01', onStatus: [500] },
      // An operation with server errors on legal calls has them on faulty bodies, too.
      { requirement: 'BODY-05', onStatus: [500] },
    ],
    isUniversal: true,
    isStateful: true,
    sent: `${JOURNEY} Drafts without some of the optional fields are also priced, empty drafts are updated, and an operation that has answered only with server errors is called up to five more times.`,
  },
} as const satisfies Requirements;

/** The requirements that a failed legal call can break. */
export const LEGAL_CALL = {
  served: 'PATH-01',
  accepted: 'LEGAL-01',
  sound: 'ERROR-01',
  readable: 'DRAFT-01',
} as const;

/** The country of the path. */
export const country = {
  'COUNTRY-01': {
    ...stated('accepted-control'),
    statement: 'The country in the path must be case-insensitive: be, Be and bE mean BE.',
    source: 'Common path parameters, row country',
    operations: ALL,
    rules: ['W2'],
    sent: 'Each operation is called with be, Be and bE instead of BE, on objects created under BE, and on the same objects if the call can be repeated. A refused call is repeated on other objects and compared with the same call under BE.',
  },
  'COUNTRY-02': {
    ...stated('accepted-control'),
    statement: 'A country other than BE must be refused, since no line of business exists there.',
    source: 'Common path parameters, row country; Limits, Countries',
    operations: ALL,
    rules: ['W2', 'S7', 'S12'],
    sent: `${PROBES} The faults: the countries FR, NL, xx and BELGIUM in the path, and on some operations in turn LU or DE.`,
  },
} as const satisfies Requirements;
