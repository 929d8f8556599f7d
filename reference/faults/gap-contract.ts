import { type Fault, onSuccess } from './fault.ts';
import { withHeader, withoutHeader } from '../reply.ts';
import { randomUUID } from 'node:crypto';

/** Faults of the motor gap contract creation. */
export const gapContractFaults: readonly Fault[] = [
  {
    id: 'gap-contract-without-location',
    breaks: { requirement: 'GAP-CONTRACT-02', operation: 'gap.contract-create' },
    what: 'The motor gap contract creation answers 303 without a Location.',
    sow: (tables) => {
      onSuccess(tables, 'gap.contract-create', (reply) => withoutHeader(reply, 'location'));
    },
  },
  {
    id: 'gap-contract-location-leads-nowhere',
    breaks: { requirement: 'GAP-CONTRACT-03', operation: 'gap.contract-create' },
    what: 'The Location of a new motor gap contract leads to a contract that is not there.',
    sow: (tables) => {
      onSuccess(tables, 'gap.contract-create', (reply) =>
        withHeader(
          reply,
          'location',
          (reply.headers['location'] ?? '').replace(/[^/]+$/, randomUUID()),
        ),
      );
    },
  },
];
