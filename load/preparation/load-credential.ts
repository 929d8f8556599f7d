import { createAccessTokens } from '../../client/http/access-tokens.ts';
import { present } from '../../client/secrets/credential.ts';
import type { ResolvedTarget } from '../../client/target.ts';
import { UsageError } from '../../client/usage-error.ts';
import { durationOf, type Scheduled } from '../measuring/schedule.ts';
import type { PlannedCredential } from '../plan.ts';

/** Seconds until k6 sends, and for its last answers. */
const START = 10;

/** Throws UsageError if an access token ends before the load does: the scripts of k6 cannot renew it. */
const checkLife = (left: number, schedule: readonly Scheduled[]): void => {
  const wanted = Math.ceil(durationOf(schedule)) + START;
  if (left >= wanted) return;
  throw new UsageError(
    `the access token of the owner is valid for ${Math.max(0, Math.floor(left))} s, but k6 sends this load with one token, which takes ${wanted} s; have the server give tokens that live longer, or take a shorter profile`,
  );
};

/** The headers and query of the owner's credential, with a token of its own where the scheme is OAuth2. Throws NoToken and UsageError. */
export const credentialOf = async ({
  target,
  withCredential,
  schedule,
}: {
  readonly target: ResolvedTarget;
  readonly withCredential?: true;
  readonly schedule: readonly Scheduled[];
}): Promise<PlannedCredential> => {
  if (!withCredential) return { headers: {}, query: '' };
  const tokens = createAccessTokens(target);
  const token = await tokens.of('owner');
  checkLife(await tokens.secondsLeft('owner'), schedule);
  const { headers, query } = present(target.identities.owner.auth, 'valid', token);
  const pairs = Object.entries(query).map(
    ([name, value]) => `${encodeURIComponent(name)}=${encodeURIComponent(value)}`,
  );
  return { headers, query: pairs.length === 0 ? '' : `?${pairs.join('&')}` };
};
