import { type AccessTokens, NoToken } from './access-tokens.ts';
import type { Credential } from '../secrets/credential.ts';
import { NOT_SENT } from '../../spec/unread-answer.ts';
import { type OutgoingRequest, Unsendable } from './request-of.ts';
import type { IdentityName } from '../target.ts';
import type { Outcome } from './transport.ts';

/** A request with the credential that it needs at this moment. */
export interface Sendable {
  readonly request: OutgoingRequest;
  /** The same with another access token, for one whose token was refused; undefined where there is none to be had. */
  readonly again?: () => Promise<OutgoingRequest | undefined>;
  /** What came of it without being sent: there is no access token for it, or it cannot be sent. */
  readonly outcome?: Outcome;
}

/** Makes the request with a credential, and with the access token where the scheme has one. */
export type Making = (credential: Credential, accessToken?: string) => OutgoingRequest;

const notSent = (code: string, { message }: Error): Outcome => ({
  at: new Date().toISOString(),
  error: { code, message },
  timings: { total: 0 },
});

/** Gets a request ready, and a token for it first. Throws whatever `make` throws. */
export const sendable = async (
  tokens: AccessTokens,
  identity: IdentityName,
  credential: Credential,
  make: Making,
): Promise<Sendable> => {
  if (credential === 'missing') return { request: make(credential) };
  try {
    const token = await tokens.of(identity);
    const request = make(credential, token);
    if (token === undefined || credential !== 'valid') return { request };
    const again = async () => make(credential, await tokens.insteadOf(token, identity));
    return { request, again: () => again().catch(() => undefined) };
  } catch (error) {
    if (!(error instanceof NoToken)) throw error;
    return { request: make('missing'), outcome: notSent('NO_TOKEN', error) };
  }
};

/** A request as `ready` makes it, or `instead` with what keeps it from being sent. Throws whatever else `ready` throws. */
export const orUnsent = async (
  ready: () => Promise<Sendable>,
  instead: () => OutgoingRequest,
): Promise<Sendable> => {
  try {
    return await ready();
  } catch (error) {
    if (!(error instanceof Unsendable)) throw error;
    return { request: instead(), outcome: notSent(NOT_SENT, error) };
  }
};
