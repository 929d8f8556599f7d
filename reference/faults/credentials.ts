import { clientWith } from '../guards/authentication.ts';
import { OWNER, atGuard } from './stages.ts';
import type { Call } from '../call.ts';
import type { Fault } from './fault.ts';
import type { OperationId } from '../../spec/operations.ts';
import { Refusal } from '../refusal.ts';
import { presented } from '../clients.ts';

/** No credential, or one with nothing in it. */
const isMissing = (call: Call): boolean => {
  const { auth } = call.tables.choices;
  const credential = presented(call, auth) ?? '';
  return credential === '' || (auth.scheme === 'basic' && credential.endsWith(':'));
};

/** The credentials of the owner. */
const goodOnes = ({ tables }: Call): readonly string[] => {
  const { credentials, accessTokens, choices } = tables;
  if (choices.auth.scheme === 'oauth2') return [accessTokens.issue('owner', 0)];
  return [...credentials].flatMap(([key, { name }]) => (name === 'owner' ? [key] : []));
};

/** An operation whose comparison of credentials takes others for good ones. */
const careless = (
  id: string,
  operation: OperationId,
  what: string,
  isTaken: (credential: string, good: string) => boolean,
): Fault => ({
  id,
  what,
  ...otherwise('AUTH-02', operation, 'accepted', (call) => {
    const credential = presented(call, call.tables.choices.auth) ?? '';
    return goodOnes(call).some((good) => isTaken(credential, good));
  }),
});

/** Lets callers of an operation in as the owner, or refuses them with a status of its own. */
const otherwise = (
  requirement: 'AUTH-01' | 'AUTH-02',
  operation: OperationId,
  answer: 'accepted' | 400 | 403 | 404,
  applies: (call: Call) => boolean,
): Pick<Fault, 'breaks' | 'confinedTo' | 'sow'> => ({
  breaks: { requirement, operation },
  confinedTo: operation,
  sow: (tables) => {
    atGuard(tables, 'authentication', operation, (call, check) => {
      if (!applies(call)) return check();
      if (answer !== 'accepted')
        throw new Refusal('unauthenticated', 'the credential was not taken', { status: answer });
      call.client = OWNER;
    });
  },
});

const missing = (
  id: string,
  operation: OperationId,
  name: string,
  answer: 'accepted' | 400 | 403 | 404,
): Fault => ({
  id,
  what: `${name} without a credential is ${answer === 'accepted' ? 'performed' : `answered ${answer}, not 401`}.`,
  ...otherwise('AUTH-01', operation, answer, isMissing),
});

const invalid = (
  id: string,
  operation: OperationId,
  name: string,
  answer: 'accepted' | 403,
): Fault => ({
  id,
  what: `${name} with a credential that does not authenticate is ${answer === 'accepted' ? 'performed' : `answered ${answer}, not 401`}.`,
  ...otherwise('AUTH-02', operation, answer, (call) => {
    const credential = presented(call, call.tables.choices.auth);
    return (
      !isMissing(call) && credential !== undefined && clientWith(credential, call) === undefined
    );
  }),
});

/** How many characters a careless comparison looks at. */
const LOOKED_AT = 8;

/** Faults with credentials that are missing or do not authenticate. */
export const credentialFaults: readonly Fault[] = [
  missing(
    'travel-contract-without-credential',
    'travel.contract-get',
    'Get a contract (travel)',
    'accepted',
  ),
  missing('person-deleted-without-credential', 'travel.person-delete', 'Delete Person', 'accepted'),
  missing(
    'gap-contract-without-credential',
    'gap.contract-create',
    'The motor gap contract creation',
    'accepted',
  ),
  missing(
    'jobloss-price-forbidden-to-nobody',
    'jobloss.price-request',
    'The jobloss price request',
    403,
  ),
  missing('gap-update-bad-without-credential', 'gap.draft-update', 'Motor gap Draft Update', 400),
  missing('landlord-draft-hidden-from-nobody', 'landlord.draft-get', 'Landlord Draft Get', 404),
  missing('travel-create-not-found-by-nobody', 'travel.draft-create', 'Travel Draft Create', 404),
  invalid('jobloss-created-by-anybody', 'jobloss.draft-create', 'Jobloss Draft Create', 'accepted'),
  invalid('gap-terms-for-anybody', 'gap.token-terms', 'Motor gap TokenTerms Get', 'accepted'),
  invalid(
    'travel-download-forbidden-to-anybody',
    'travel.contract-download',
    'The download of a travel contract',
    403,
  ),
  careless(
    'landlord-update-compares-a-prefix',
    'landlord.draft-update',
    'Landlord Draft Update compares the first eight characters of a credential only.',
    (credential, good) => credential.slice(0, LOOKED_AT) === good.slice(0, LOOKED_AT),
  ),
  careless(
    'travel-price-for-half-a-credential',
    'travel.price-request',
    'The travel price request compares only as much of a credential as was sent.',
    (credential, good) => credential.length >= LOOKED_AT && good.startsWith(credential),
  ),
  careless(
    'gap-lead-for-more-than-a-credential',
    'gap.lead-create',
    'The motor gap lead does not look at what follows a credential.',
    (credential, good) => credential.startsWith(good),
  ),
  {
    id: 'jobloss-terms-for-an-empty-credential',
    what: 'Jobloss TokenTerms Get serves a caller whose credential has nothing in it.',
    ...otherwise('AUTH-01', 'jobloss.token-terms', 'accepted', (call) => {
      const named = ['authorization', 'x-api-key'].some((name) => name in call.headers);
      return named && isMissing(call);
    }),
  },
];
