import type { Requirements } from '../requirement.ts';
import { OPERATIONS } from '../operations.ts';

const all = OPERATIONS.map((row) => row.id);

/** That the listed operations exist and take what is legal. */
export const paths = {
  'PATH-01': {
    level: 'stated',
    statement: 'The operation is served under its listed method and path.',
    source: 'Endpoints',
    operations: all,
    rules: ['S16', 'S14'],
    proof: 'two-sightings',
  },
  'LEGAL-01': {
    level: 'implied',
    statement: 'A legal request is not refused.',
    source: 'Resources and their fields; Errors, 400 and 402',
    operations: all,
    rules: ['V17', 'S7', 'L2'],
    proof: 'accepted-twin-two-bodies',
  },
  'ERROR-01': {
    level: 'implied',
    statement: 'A legal request does not end in a server error while another legal one succeeds.',
    source: 'Errors, 500',
    operations: all,
    rules: ['S9', 'S4', 'S6'],
    proof: 'accepted-twin',
  },
} as const satisfies Requirements;
