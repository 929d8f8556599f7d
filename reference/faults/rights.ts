import { OWNER, atGuard } from './stages.ts';
import type { Fault } from './fault.ts';
import { eachOperation, type Kind } from './each-operation.ts';
import { Refusal } from '../refusal.ts';
import { clientOf } from '../call.ts';

const performed: Kind = {
  ending: 'without-right',
  what: 'serves a known caller without rights',
  sow: (tables, { id }) => {
    atGuard(tables, 'rights', id, (call) => {
      call.client = clientOf(call).hasRights ? clientOf(call) : OWNER;
    });
  },
};

const badRequest: Kind = {
  ending: 'bad-without-right',
  what: 'answers 400 to a known caller without any right, not 403',
  sow: (tables, { id }) => {
    atGuard(tables, 'rights', id, (call, check) => {
      if (!clientOf(call).hasRights)
        throw new Refusal('no-right', 'this client is not set up', { status: 400 });
      check();
    });
  },
};

/** Faults with a caller who is known and has no right. */
export const rightsFaults: readonly Fault[] = eachOperation('AUTH-03', [
  performed,
  badRequest,
  performed,
]);
