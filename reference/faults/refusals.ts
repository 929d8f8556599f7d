import type { Cause } from '../refusal.ts';
import { eachOperation, type Kind } from './each-operation.ts';
import type { Fault } from './fault.ts';
import type { KnownOperation, OperationId } from '../../spec/operations.ts';
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

const answers = (ending: string, status: number, causes: readonly Cause[], to: string): Kind => ({
  ending,
  what: `answers ${status} to ${to}`,
  sow: (tables, { id }) => {
    answerWith(tables, id, causes, status);
  },
});

const lists404 = ({ failures }: KnownOperation): boolean => failures?.includes(404) === true;

/** Refusals with a status that no detail entry lists: ids where 404 is listed, else bodies, for which 400 is (S3). */
export const unlistedStatusFaults: readonly Fault[] = [
  ...eachOperation('STATUS-02', [answers('gone', 410, ['unknown'], 'an unknown id')], lists404),
  ...eachOperation(
    'STATUS-02',
    [answers('unprocessable', 422, ['malformed', 'schema'], 'a body that is badly formatted')],
    (row) => !lists404(row),
  ),
];

/** Refusals that are right, with a status that the detail entry does not list for anything. */
export const refusalFaults: readonly Fault[] = [
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
