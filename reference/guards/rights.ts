import { Refusal } from '../refusal.ts';
import type { Guard } from './guard.ts';
import { clientOf } from '../call.ts';

/** A client without the right to perform operations: 403 (Authentication 1). */
export const rights: Guard = {
  id: 'rights',
  check: (call) => {
    if (!clientOf(call).hasRights)
      throw new Refusal('no-right', 'this client has no right to perform the operation');
  },
};
