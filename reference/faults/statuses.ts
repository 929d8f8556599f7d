import { type Fault, onSuccess } from './fault.ts';
import type { OperationId } from '../../spec/operations.ts';

const succeeds = (id: string, operation: OperationId, status: number, name: string): Fault => ({
  id,
  breaks: { requirement: 'STATUS-01', operation },
  confinedTo: operation,
  what: `${name} answers ${status}, where its detail entry states another success.`,
  sow: (tables) => {
    onSuccess(tables, operation, ({ headers, body }) =>
      status === 204 ? { status, headers } : { status, headers, body },
    );
  },
});

/** Successes with another status than the stated one. */
export const statusFaults: readonly Fault[] = [
  succeeds('car-created-with-201', 'travel.car-post', 201, 'Post Car'),
  succeeds(
    'gap-contract-created-with-200',
    'gap.contract-create',
    200,
    'The motor gap contract creation',
  ),
  succeeds('jobloss-updated-with-204', 'jobloss.draft-update', 204, 'Jobloss Draft Update'),
  succeeds('travel-created-with-201', 'travel.draft-create', 201, 'Travel Draft Create'),
  succeeds('travel-updated-with-202', 'travel.draft-update', 202, 'Travel Draft Update'),
  succeeds('car-deleted-with-204', 'travel.car-delete', 204, 'Delete Car'),
  succeeds('metadata-deleted-with-204', 'travel.metadata-delete', 204, 'Delete Metadata'),
  succeeds('travel-lead-taken-with-202', 'travel.lead-create', 202, 'Travel Lead Create'),
  succeeds('landlord-created-with-201', 'landlord.draft-create', 201, 'Landlord Draft Create'),
  succeeds('gap-updated-with-204', 'gap.draft-update', 204, 'Motor gap Draft Update'),
  succeeds('gap-lead-taken-with-201', 'gap.lead-create', 201, 'Motor gap Lead Create'),
  succeeds('gap-priced-with-201', 'gap.price-request', 201, 'The motor gap price request'),
];
