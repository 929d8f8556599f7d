import { OWNER, atGuard } from './stages.ts';
import type { Fault } from './fault.ts';
import type { OperationId } from '../../spec/operations.ts';
import { Refusal } from '../refusal.ts';
import { clientOf } from '../call.ts';

const may = (id: string, operation: OperationId, doing: string): Fault => ({
  id,
  breaks: { requirement: 'AUTH-03', operation },
  confinedTo: operation,
  what: `A known caller without any right may ${doing}.`,
  sow: (tables) => {
    atGuard(tables, 'rights', operation, (call) => {
      call.client = clientOf(call).hasRights ? clientOf(call) : OWNER;
    });
  },
});

/** Faults with a caller who is known and has no right. */
export const rightsFaults: readonly Fault[] = [
  may('jobloss-draft-read-without-right', 'jobloss.draft-get', 'read a jobloss draft'),
  may('travel-created-without-right', 'travel.draft-create', 'create a travel draft'),
  may('gap-priced-without-right', 'gap.price-request', 'price a motor gap draft'),
  may(
    'landlord-contract-without-right',
    'landlord.contract-create',
    'conclude a landlord contract',
  ),
  may('person-changed-without-right', 'travel.person-put', 'change a person of a travel draft'),
  {
    id: 'jobloss-update-bad-without-right',
    breaks: { requirement: 'AUTH-03', operation: 'jobloss.draft-update' },
    confinedTo: 'jobloss.draft-update',
    what: 'Jobloss Draft Update answers 400 to a known caller without any right, not 403.',
    sow: (tables) => {
      atGuard(tables, 'rights', 'jobloss.draft-update', (call) => {
        if (!clientOf(call).hasRights)
          throw new Refusal('no-right', 'this client is not set up', { status: 400 });
      });
    },
  },
];
