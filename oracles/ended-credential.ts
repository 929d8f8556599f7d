import type { Exchange } from '../spec/exchange.ts';

/** Rounds of calls, all answered 401, after which a credential counts as ended; an answer of any other kind disproves it. */
export const ENDED_AFTER = 3;

/** A credential that was accepted during the run, and then by no call any more. */
export interface EndedCredential {
  /** Such as `owner`. */
  readonly identity: string;
  /** Number of the last exchange in which it was accepted. */
  readonly until: number;
  /** Number of the last exchange in which it was refused. */
  readonly refused: number;
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
  const last = new Map<
    string,
    EndedCredential & { readonly round: number; readonly status: number }
  >();
  for (const { n, test, response } of exchanges) {
    const [, identity, until, round] = FORM.exec(test) ?? [];
    if (identity === undefined) continue;
    const status = response?.status ?? 0;
    last.set(identity, {
      identity,
      until: Number(until),
      refused: n,
      round: Number(round),
      status,
    });
  }
  const found = [...last.values()].find(
    ({ round, status }) => round === ENDED_AFTER && status === 401,
  );
  return found && { identity: found.identity, until: found.until, refused: found.refused };
};

/** The end of a credential in one clause: `the owner was accepted until exchange 2,101, 401 since`. */
export const endedText = ({
  identity,
  until,
}: Pick<EndedCredential, 'identity' | 'until'>): string =>
  `${NAMES[identity] ?? identity} was accepted until exchange ${until.toLocaleString('en')}, 401 since`;

/** Identities of a target in words. */
const NAMES: Readonly<Record<string, string>> = {
  owner: 'the owner',
  other: 'the second identity',
  withoutRights: 'the identity without rights',
};
