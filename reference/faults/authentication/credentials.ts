import { type Call, clientOf } from '../../call.ts';
import { presentedCredential } from '../../clients.ts';
import { clientWith } from '../../guards.ts';
import { jsonObjectIn } from '../../json.ts';
import { Refusal } from '../../refusal.ts';
import { eachOperation, type Kind } from '../injection/each-operation.ts';
import type { Fault } from '../injection/fault.ts';
import { atGuard, namedDraft, OWNER } from '../injection/stages.ts';

/** True if the credential is absent or empty. */
const isMissing = (call: Call): boolean => {
  const { auth } = call.tables.choices;
  const credential = presentedCredential(call, auth) ?? '';
  return credential === '' || (auth.scheme === 'basic' && credential.endsWith(':'));
};

/** True if the credential is present and empty. */
const isEmptied = (call: Call): boolean =>
  isMissing(call) && ['authorization', 'x-api-key'].some((name) => name in call.headers);

const isInvalid = (call: Call): boolean => {
  const credential = presentedCredential(call, call.tables.choices.auth);
  return !isMissing(call) && credential !== undefined && clientWith(credential, call) === undefined;
};

/** The credentials of the owner. */
const validCredentialsOf = ({ tables }: Call): readonly string[] => {
  const { credentials, accessTokens, choices } = tables;
  if (choices.auth.scheme === 'oauth2') return [accessTokens.issue('owner', 0)];
  return [...credentials].flatMap(([key, { name }]) => (name === 'owner' ? [key] : []));
};

/** Accepts credentials that a careless comparison takes for valid ones. */
const isAlike =
  (isTaken: (credential: string, good: string) => boolean) =>
  (call: Call): boolean => {
    const credential = presentedCredential(call, call.tables.choices.auth) ?? '';
    return validCredentialsOf(call).some((good) => isTaken(credential, good));
  };

/** Accepts callers of an operation as the owner, or refuses them with another status. */
const otherwise = (
  ending: string,
  what: string,
  answer: 'accepted' | 400 | 403 | 404,
  applies: (call: Call) => boolean,
): Kind => ({
  ending,
  what,
  inject: (tables, { id }) => {
    atGuard(tables, 'authentication', id, (call, check) => {
      if (!applies(call)) return check();
      if (answer !== 'accepted')
        throw new Refusal('unauthenticated', 'the credential was not taken', { status: answer });
      call.client = OWNER;
    });
  },
});

const answers = (whom: string, status: 400 | 403 | 404, applies: (call: Call) => boolean): Kind =>
  otherwise(
    `answers-${status}-to-${whom}`,
    `answers ${status}, not 401, to ${whom === 'nobody' ? 'a call without a credential' : 'a credential that does not authenticate'}`,
    status,
    applies,
  );

/** Number of characters that a careless comparison covers. */
const COMPARED_LENGTH = 8;

const withoutRight: Kind = {
  ending: 'without-right',
  what: 'serves a known caller without rights',
  inject: (tables, { id }) => {
    atGuard(tables, 'rights', id, (call) => {
      call.client = clientOf(call).hasRights ? clientOf(call) : OWNER;
    });
  },
};

const badRequest: Kind = {
  ending: 'bad-without-right',
  what: 'answers 400 instead of 403 to a known caller without rights',
  inject: (tables, { id }) => {
    atGuard(tables, 'rights', id, (call, check) => {
      if (!clientOf(call).hasRights)
        throw new Refusal('no-right', 'this client is not set up', { status: 400 });
      check();
    });
  },
};

/** Faults with missing credentials, invalid ones, and ones without rights. */
export const faults: readonly Fault[] = [
  ...eachOperation('AUTH-01', [
    otherwise('without-credential', 'serves a call without a credential', 'accepted', isMissing),
    answers('nobody', 403, isMissing),
    otherwise(
      'for-an-empty-credential',
      'serves a call with an empty credential',
      'accepted',
      isEmptied,
    ),
    answers('nobody', 400, isMissing),
    answers('nobody', 404, isMissing),
  ]),
  ...eachOperation('AUTH-02', [
    otherwise('for-anybody', 'serves a call with an invalid credential', 'accepted', isInvalid),
    answers('anybody', 403, isInvalid),
    otherwise(
      'compares-the-beginning-of-a-credential',
      'compares only the first eight characters of a credential',
      'accepted',
      isAlike((sent, good) => sent.slice(0, COMPARED_LENGTH) === good.slice(0, COMPARED_LENGTH)),
    ),
    otherwise(
      'for-half-a-credential',
      'accepts a truncated credential',
      'accepted',
      isAlike((sent, good) => sent.length >= COMPARED_LENGTH && good.startsWith(sent)),
    ),
    otherwise(
      'for-more-than-a-credential',
      'accepts a credential with extra characters at its end',
      'accepted',
      isAlike((sent, good) => sent.startsWith(good)),
    ),
  ]),
  ...eachOperation('AUTH-03', [withoutRight, badRequest, withoutRight]),
  {
    id: 'gap-contract-answers-403-to-nobody-once-made',
    breaks: { requirement: 'AUTH-01', operation: 'gap.contract-create' },
    what: 'To Contract answers 403, not 401, to a call without a credential if the draft has a contract.',
    inject: (tables) => {
      atGuard(tables, 'authentication', 'gap.contract-create', (call, check) => {
        if (!isMissing(call) || !namedDraft(call)?.contracts.length) return check();
        throw new Refusal('unauthenticated', 'the contract belongs to somebody', { status: 403 });
      });
    },
  },
  {
    id: 'travel-empty-draft-without-right',
    breaks: { requirement: 'AUTH-03', operation: 'travel.draft-create' },
    what: 'Travel Draft Create checks the rights of a caller only if there is a body to check.',
    inject: (tables) => {
      atGuard(tables, 'rights', 'travel.draft-create', (call, check) => {
        const body = jsonObjectIn(call.bytes);
        if (!body || Object.keys(body).length > 0 || clientOf(call).hasRights) check();
        else call.client = OWNER;
      });
    },
  },
];
