import { proxyFor } from './proxy.ts';
import type { Authority } from './authorities.ts';
import type { Network } from '../target/network.ts';
import type { ResolvedTarget } from '../target.ts';

/** Every origin that requests go to: both addresses, and where access tokens come from. */
const originsOf = ({
  base_url,
  gap_base_url,
  identities,
}: Pick<ResolvedTarget, 'base_url' | 'gap_base_url' | 'identities'>): readonly string[] => {
  const tokens = Object.values(identities).flatMap((identity) =>
    identity?.auth.scheme === 'oauth2' ? [identity.auth.tokenUrl] : [],
  );
  return [...new Set([base_url, gap_base_url, ...tokens].map((each) => new URL(each).origin))];
};

const wayTo = (origin: string, { proxies }: Network): string | undefined => {
  const proxy = proxyFor(origin, proxies);
  return proxy && `through the proxy ${proxy.shown} (${proxy.namedBy})`;
};

const authorityLine = ({ namedBy, file, certificates }: Authority): string => {
  const count = certificates.length === 1 ? '1 certificate' : `${certificates.length} certificates`;
  return `trusts ${file === undefined ? count : `${file}, ${count}`} (${namedBy})`;
};

/**
 * What a run says of the way to its service, such as `through the proxy http://proxy:3128 (HTTPS_PROXY)` and `trusts ca.pem,
 * 1 certificate (target.ca)`; nothing where it is the plain one. No secret is in it.
 */
export const networkLines = (
  target: Pick<ResolvedTarget, 'base_url' | 'gap_base_url' | 'identities' | 'network'>,
): readonly string[] => {
  const { network } = target;
  const ways = originsOf(target).map((origin) => ({ origin, way: wayTo(origin, network) }));
  const [first] = ways;
  const isOne = ways.every(({ way }) => way === first?.way);
  const lines = isOne
    ? [first?.way ?? []].flat()
    : ways.map(({ origin, way }) => `${origin} ${way ?? 'without a proxy'}`);
  const usesTls = ways.some(({ origin }) => origin.startsWith('https:'));
  const isTold = ({ namedBy }: Authority) => usesTls || namedBy === 'target.ca';
  const shown =
    usesTls && network.client ? [`shows the certificate ${network.client.shown} (target.tls)`] : [];
  const insecure = network.insecure
    ? [
        `certificates are not verified (${network.insecure}): whoever stands between reads everything`,
      ]
    : [];
  return [
    ...insecure,
    ...network.environment.flatMap(({ said }) => said ?? []),
    ...lines,
    ...network.authorities.filter(isTold).map(authorityLine),
    ...shown,
  ];
};
