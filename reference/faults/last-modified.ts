import { type Fault, onSuccess } from './fault.ts';
import { withHeader, withoutHeader } from '../reply.ts';
import type { OperationId } from '../../spec/operations.ts';

const missing = (id: string, operation: OperationId, name: string): Fault => ({
  id,
  breaks: { requirement: 'LASTMOD-01', operation },
  confinedTo: operation,
  what: `${name} answers 200 without the Last-Modified header that its detail entry lists.`,
  sow: (tables) => {
    onSuccess(tables, operation, (reply) => withoutHeader(reply, 'last-modified'));
  },
});

const written = (
  id: string,
  operation: OperationId,
  what: string,
  format: (instant: Date) => string,
): Fault => ({
  id,
  breaks: { requirement: 'LASTMOD-02', operation },
  confinedTo: operation,
  what,
  sow: (tables) => {
    onSuccess(tables, operation, (reply) =>
      withHeader(reply, 'last-modified', format(tables.now())),
    );
  },
});

const day = (instant: Date): string => instant.toISOString().slice(0, 10);

/** Faults in the Last-Modified header. */
export const lastModifiedFaults: readonly Fault[] = [
  missing('jobloss-update-without-last-modified', 'jobloss.draft-update', 'Jobloss Draft Update'),
  missing('car-deleted-without-last-modified', 'travel.car-delete', 'Delete Car'),
  missing('car-posted-without-last-modified', 'travel.car-post', 'Post Car'),
  missing('metadata-deleted-without-last-modified', 'travel.metadata-delete', 'Delete Metadata'),
  missing('gap-update-without-last-modified', 'gap.draft-update', 'Motor gap Draft Update'),
  missing('gap-price-without-last-modified', 'gap.price-request', 'The motor gap price request'),
  written(
    'gap-price-modified-at-epoch-seconds',
    'gap.price-request',
    'The motor gap price request writes Last-Modified as seconds since 1970.',
    (at) => String(Math.floor(at.getTime() / 1000)),
  ),
  written(
    'gap-update-modified-at-epoch-milliseconds',
    'gap.draft-update',
    'Motor gap Draft Update writes Last-Modified as milliseconds since 1970.',
    (at) => String(at.getTime()),
  ),
  written(
    'jobloss-update-modified-on-a-day',
    'jobloss.draft-update',
    'Jobloss Draft Update writes Last-Modified as a date without a time.',
    day,
  ),
  written(
    'travel-update-modified-in-belgian',
    'travel.draft-update',
    'Travel Draft Update writes Last-Modified as 31/12/2026 10:15.',
    (at) => `${day(at).split('-').toReversed().join('/')} ${at.toISOString().slice(11, 16)}`,
  ),
  written(
    'car-posted-just-now',
    'travel.car-post',
    'Post Car writes Last-Modified in words.',
    () => 'just now',
  ),
  written(
    'car-deleted-at-a-javascript-date',
    'travel.car-delete',
    'Delete Car writes Last-Modified as JavaScript shows a date.',
    String,
  ),
  written(
    'metadata-deleted-at-seconds-with-a-fraction',
    'travel.metadata-delete',
    'Delete Metadata writes Last-Modified as seconds since 1970, with a fraction.',
    (at) => (at.getTime() / 1000).toFixed(3),
  ),
  written(
    'landlord-created-modified-on-a-day',
    'landlord.draft-create',
    'Landlord Draft Create adds a Last-Modified that is a date without a time.',
    day,
  ),
];
