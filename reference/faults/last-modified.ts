import { type Fault, onSuccess } from './fault.ts';
import { withHeader, withoutHeader } from '../reply.ts';
import type { OperationId } from '../../spec/operations.ts';

const missing = (id: string, operation: OperationId, name: string): Fault => ({
  id,
  breaks: { requirement: 'LASTMOD-01', operation },
  what: `${name} answers 200 without the Last-Modified header that its detail entry lists.`,
  sow: (tables) => {
    onSuccess(tables, operation, (reply) => withoutHeader(reply, 'last-modified'));
  },
});

/** Faults in the Last-Modified header. */
export const lastModifiedFaults: readonly Fault[] = [
  missing('jobloss-update-without-last-modified', 'jobloss.draft-update', 'Jobloss Draft Update'),
  missing('car-deleted-without-last-modified', 'travel.car-delete', 'Delete Car'),
  {
    id: 'gap-price-modified-at-epoch-seconds',
    breaks: { requirement: 'LASTMOD-02', operation: 'gap.price-request' },
    what: 'The motor gap price request writes Last-Modified as seconds since 1970.',
    sow: (tables) => {
      onSuccess(tables, 'gap.price-request', (reply) =>
        withHeader(
          reply,
          'last-modified',
          String(Math.floor(Date.parse(reply.headers['last-modified'] ?? '') / 1000)),
        ),
      );
    },
  },
];
