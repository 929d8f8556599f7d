import { type Call, type Guard, clientOf } from './call.ts';
import { COUNTRY, VERSION, VERSION_HEADER } from '../spec/limits.ts';
import { type Client, presentedCredential } from './clients.ts';
import { pathWith } from './resource-path.ts';
import { Refusal } from './refusal.ts';
import { redirect } from './redirect.ts';

/** The client of a credential or of an access token. */
export const clientWith = (credential: string, { tables, now }: Call): Client | undefined => {
  const { choices, credentials, accessTokens } = tables;
  if (choices.auth.scheme !== 'oauth2') return credentials.get(credential);
  const name = accessTokens.clientOf(credential, now.getTime());
  return [...credentials.values()].find((client) => client.name === name);
};

/** Missing and invalid credentials: 401 (Authentication 1, S10). */
export const authentication: Guard = {
  id: 'authentication',
  check: (call) => {
    const credential = presentedCredential(call, call.tables.choices.auth);
    const client = credential === undefined ? undefined : clientWith(credential, call);
    if (!client) throw new Refusal('unauthenticated', 'the credential is missing or not valid');
    call.client = client;
  },
};

/** A client without the right to perform operations: 403 (Authentication 1). */
export const rights: Guard = {
  id: 'rights',
  check: (call) => {
    if (!clientOf(call).hasRights)
      throw new Refusal('no-right', 'this client has no right to perform the operation');
  },
};

/** Every operation requires Service-Api-Version, and 1.0 is its only value (Versioning 1 and 2). */
export const version: Guard = {
  id: 'version',
  check: (call) => {
    const sent = call.headers[VERSION_HEADER.toLowerCase()];
    if (sent !== VERSION)
      throw new Refusal('version', `the header ${VERSION_HEADER} must be ${VERSION}`);
  },
};

/** BE is the only country with a line of business, in upper or lower case (Common path parameters). */
export const country: Guard = {
  id: 'country',
  check: (call) => {
    const spelt = call.params['country'];
    if (spelt?.toUpperCase() !== COUNTRY)
      throw new Refusal('country', `there is no line of business but in ${COUNTRY}`);
    if (spelt !== COUNTRY && call.tables.choices.countrySpelling === 'redirected')
      redirect(call, 308, pathWith(call, { country: COUNTRY }));
  },
};
