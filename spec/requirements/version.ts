import { implied, stated, type Requirements } from '../requirement.ts';
import { ALL } from '../operations.ts';

/** The header Service-Api-Version. That paths carry no version is part of PATH-01. */
export const version = {
  'VERSION-01': {
    ...stated('accepted-twin'),
    statement: 'A request without the header Service-Api-Version is refused.',
    source: 'Versioning 1; Endpoints',
    operations: ALL,
    rules: ['W1', 'S12'],
  },
  'VERSION-02': {
    ...stated('accepted-twin'),
    statement: 'A request with another Service-Api-Version than 1.0 is refused.',
    source: 'Versioning 2',
    operations: ALL,
    rules: ['W1', 'S12'],
  },
  'VERSION-03': {
    ...implied('accepted-twin'),
    statement:
      'The name of the header Service-Api-Version is taken in small letters and in capitals alike.',
    source: 'Versioning 1; RFC 9110, section 5.1',
    operations: ALL,
    rules: ['W1'],
  },
} as const satisfies Requirements;
