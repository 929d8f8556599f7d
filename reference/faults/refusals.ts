import type { Cause } from '../refusal.ts';
import type { Fault } from './fault.ts';
import type { OperationId } from '../../spec/operations.ts';
import { answerWith } from './stages.ts';

const unlisted = (
  id: string,
  operation: OperationId,
  causes: readonly Cause[],
  status: number,
  what: string,
): Fault => ({
  id,
  breaks: { requirement: 'STATUS-02', operation },
  confinedTo: operation,
  what,
  sow: (tables) => {
    answerWith(tables, operation, causes, status);
  },
});

/** Refusals that are right, with a status that the detail entry does not list for anything. */
export const refusalFaults: readonly Fault[] = [
  unlisted(
    'travel-create-unprocessable',
    'travel.draft-create',
    ['malformed', 'schema'],
    422,
    'Travel Draft Create answers 422 to a draft that is badly formatted.',
  ),
  unlisted(
    'landlord-create-conflict',
    'landlord.draft-create',
    ['malformed', 'schema'],
    409,
    'Landlord Draft Create answers 409 to a draft that is badly formatted.',
  ),
  unlisted(
    'landlord-create-not-found-for-a-list',
    'landlord.draft-create',
    ['schema'],
    404,
    'Landlord Draft Create answers 404, which it does not list, to a draft of the wrong shape.',
  ),
  unlisted(
    'travel-update-gone',
    'travel.draft-update',
    ['unknown'],
    410,
    'Travel Draft Update answers 410 for a draft that is not known.',
  ),
  unlisted(
    'gap-contract-gone',
    'gap.contract-create',
    ['unknown'],
    410,
    'The motor gap contract creation answers 410 for a draft that is not known.',
  ),
  unlisted(
    'metadata-delete-conflict',
    'travel.metadata-delete',
    ['unknown'],
    409,
    'Delete Metadata answers 409 for a draft or a key that is not known.',
  ),
  unlisted(
    'jobloss-update-payment-required',
    'jobloss.draft-update',
    ['malformed'],
    402,
    'Jobloss Draft Update answers 402, which it does not list, to a body that is not JSON.',
  ),
];
