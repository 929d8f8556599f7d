import type { Guard } from './guard.ts';
import { Refusal } from '../refusal.ts';
import { presented } from '../clients.ts';

/** Missing credentials and those that do not authenticate: 401 (Authentication 1, S10). */
export const authentication: Guard = {
  id: 'authentication',
  check: (call) => {
    const { choices, credentials } = call.tables;
    const credential = presented(call, choices.auth);
    const client = credential === undefined ? undefined : credentials.get(credential);
    if (!client) throw new Refusal('unauthenticated', 'the credential is missing or not valid');
    call.client = client;
  },
};
