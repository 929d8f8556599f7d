import { type Exchange, TOKEN_REFUSED } from '../spec/exchange.ts';

/** Rounds of refused calls after which a credential counts as ended; an answer of any other kind disproves it. */
export const ENDED_AFTER = 3;

/** Refusal of a valid credential: `401`, or the message of the token endpoint that refuses the client; undefined if it was not. */
export const credentialRefusal = ({
  response,
  error,
}: Pick<Exchange, 'response' | 'error'>): string | undefined => {
  if (response?.status === 401) return '401';
  return error?.code === TOKEN_REFUSED ? error.message : undefined;
};

/** A credential that was accepted during the run, and then by no call any more. */
export interface EndedCredential {
  /** Such as `owner`. */
  readonly identity: string;
  /** Number of the last exchange in which it was accepted. */
  readonly until: number;
  /** Number of the last exchange in which it was refused. */
  readonly refused: number;
  /** Its refusal since then (`credentialRefusal`). */
  readonly since: string;
}

/** Test name under which accepted calls are repeated after a 401, to find out if their credential has ended. */
export const credentialTest = (identity: string, until: number, round: number): string =>
  `credential/${identity}/${until}/${round}`;

const FORM = /^credential\/([^/]+)\/(\d+)\/(\d+)$/;

/**
 * The credential that ended during a run, which was stopped for it; undefined if none did. The rounds end with the first
 * answer other than 401, so the last answer of the last round is decisive.
 */
export const endedCredential = (exchanges: readonly Exchange[]): EndedCredential | undefined => {
  const last = new Map<string, EndedCredential | undefined>();
  for (const exchange of exchanges) {
    const [, identity, until, round] = FORM.exec(exchange.test) ?? [];
    if (identity === undefined) continue;
    const since = Number(round) === ENDED_AFTER ? credentialRefusal(exchange) : undefined;
    last.set(
      identity,
      since === undefined
        ? undefined
        : { identity, until: Number(until), refused: exchange.n, since },
    );
  }
  return [...last.values()].find((each) => each !== undefined);
};

/**
 * The end of a credential in one clause: `the owner was accepted until exchange 2,101, 401 since`, or `…, and since then <token
 * endpoint> issued no access token: …`.
 */
export const endedText = ({
  identity,
  until,
  since,
}: Pick<EndedCredential, 'identity' | 'until' | 'since'>): string => {
  const accepted = `${NAMES[identity] ?? identity} was accepted until exchange ${until.toLocaleString('en')}`;
  return since === '401' ? `${accepted}, 401 since` : `${accepted}, and since then ${since}`;
};

/** Identities of a target in words. */
const NAMES: Readonly<Record<string, string>> = {
  owner: 'the owner',
  other: 'the second identity',
  withoutRights: 'the identity without rights',
};
