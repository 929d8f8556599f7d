import type { Call } from '../call.ts';
import { type Client, presented } from '../clients.ts';
import type { Guard } from './guard.ts';
import { Refusal } from '../refusal.ts';

/** The client that a credential authenticates: the credential itself, or the access token that it got. */
export const clientWith = (credential: string, { tables, now }: Call): Client | undefined => {
  const { choices, credentials, accessTokens } = tables;
  if (choices.auth.scheme !== 'oauth2') return credentials.get(credential);
  const name = accessTokens.clientOf(credential, now.getTime());
  return [...credentials.values()].find((client) => client.name === name);
};

/** Missing credentials and those that do not authenticate: 401 (Authentication 1, S10). */
export const authentication: Guard = {
  id: 'authentication',
  check: (call) => {
    const credential = presented(call, call.tables.choices.auth);
    const client = credential === undefined ? undefined : clientWith(credential, call);
    if (!client) throw new Refusal('unauthenticated', 'the credential is missing or not valid');
    call.client = client;
  },
};
