import { PROBES } from '../probe-descriptions.ts';
import { implied, stated, type Requirements } from '../requirement.ts';
import { ALL } from '../operations.ts';

/** The header Service-Api-Version. PATH-01 covers that paths have no version. */
export const version = {
  'VERSION-01': {
    ...stated('accepted-control'),
    statement: 'A request without the header Service-Api-Version must be refused.',
    source: 'Versioning 1; Endpoints',
    operations: ALL,
    rules: ['W1', 'S12'],
    sent: `${PROBES} The faults: no Service-Api-Version header, the versions 2.0, 0.9, 1.1 and 10.0.`,
  },
  'VERSION-02': {
    ...stated('accepted-control'),
    statement: 'A request with a Service-Api-Version other than 1.0 must be refused.',
    source: 'Versioning 2',
    operations: ALL,
    rules: ['W1', 'S12'],
    sent: `${PROBES} The faults: no Service-Api-Version header, the versions 2.0, 0.9, 1.1 and 10.0.`,
  },
  'VERSION-03': {
    isRefusedByAnyCode: true,
    ...implied('accepted-control'),
    statement: 'The name of the header Service-Api-Version must be case-insensitive.',
    source: 'Versioning 1; RFC 9110, section 5.1',
    operations: ALL,
    rules: ['W1'],
    sent: 'Each operation is called with the name of the header in lower case and in upper case, on objects created with the header as it is printed, and on the same objects if the call can be repeated. A refused call is repeated on other objects and compared with the same call with the header as it is printed.',
  },
} as const satisfies Requirements;
