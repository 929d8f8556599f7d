import { lookup } from 'node:dns/promises';
import { isIP } from 'node:net';
import type { ResolvedTarget } from '../../client/target.ts';
import { proxyFor } from '../../client/http/proxies.ts';
import type { LookedUp } from './way-remarks.ts';

const addressesOf = ({ base_url, gap_base_url, identities }: ResolvedTarget): readonly string[] => [
  base_url,
  gap_base_url,
  ...Object.values(identities).flatMap((each) =>
    each?.auth.scheme === 'oauth2' ? [each.auth.tokenUrl] : [],
  ),
];

const lookUp = async (host: string, isDirect: boolean): Promise<LookedUp> => {
  if (!isDirect || isIP(host.replaceAll(/[[\]]/g, '')) !== 0) return { host };
  try {
    return { host, address: (await lookup(host)).address };
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : 'no answer';
    return { host, trouble: code };
  }
};

/** Looks up every host that requests go to, apart from those that a proxy looks up. */
export const lookUpNames = (target: ResolvedTarget): Promise<readonly LookedUp[]> => {
  const urls = addressesOf(target).map((address) => new URL(address));
  const isDirect = ({ origin }: URL): boolean => !proxyFor(origin, target.network.proxies);
  const hosts = new Map(urls.map((url) => [url.hostname, isDirect(url)]));
  return Promise.all([...hosts].map(([host, direct]) => lookUp(host, direct)));
};
