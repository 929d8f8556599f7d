import { type Authority, trustedCertificates } from '../../client/http/certificate-authorities.ts';
import type { ResolvedTarget } from '../../client/target.ts';
import { isLoopback, type Proxy, proxyFor } from '../../client/http/proxies.ts';

/** The way to the service as k6 is told of it. */
export interface K6Network {
  /** Variables that Go reads, without SSL_CERT_FILE. */
  readonly variables: Readonly<Record<string, string>>;
  /** What SSL_CERT_FILE is to hold, PEM; undefined where what k6 trusts by itself is enough. */
  readonly trusted: string | undefined;
  /** What k6's own options hold of it; secret. */
  readonly options: Readonly<Record<string, unknown>>;
}

type Known = Pick<ResolvedTarget, 'base_url' | 'gap_base_url' | 'network'>;

const waysOf = ({ base_url, gap_base_url, network }: Known) =>
  [...new Set([base_url, gap_base_url])].map((address) => ({
    url: new URL(address),
    proxy: proxyFor(address, network.proxies),
  }));

const usesTls = (target: Known): boolean =>
  waysOf(target).some(({ url }) => url.protocol === 'https:');

/** The same proxies and authorities for k6 as for everything else; both are decided here, not by Go. */
export const k6Network = (target: Known): K6Network => {
  const ways = waysOf(target);
  const through = (protocol: string): Proxy | undefined =>
    ways.find(({ url, proxy }) => url.protocol === protocol && proxy)?.proxy;
  const around = ways.filter(({ proxy }) => !proxy).map(({ url }) => url.host);
  const [http, https] = [through('http:'), through('https:')];
  const { authorities, client, insecure } = target.network;
  const needsTrust = usesTls(target) && authorities.length > 0;
  return {
    variables: {
      ...(http && { HTTP_PROXY: http.url }),
      ...(https && { HTTPS_PROXY: https.url }),
      ...((http || https) && around.length > 0 && { NO_PROXY: around.join(',') }),
    },
    options: {
      ...(client && { tlsAuth: [{ cert: client.certificate, key: client.key }] }),
      ...(insecure && { insecureSkipTLSVerify: true }),
    },
    trusted: needsTrust ? `${trustedCertificates(authorities).join('\n')}\n` : undefined,
  };
};

/** Systems on which Go asks the system alone what to trust. */
const OWN_TRUST: Readonly<Partial<Record<NodeJS.Platform, string>>> = {
  darwin: 'macOS',
  win32: 'Windows',
};

const named = ({ file, namedBy }: Authority): string => file ?? namedBy;

/** Why k6 cannot go the way that everything else goes to this service; empty: it can. */
export const k6NetworkProblems = (
  target: Known,
  platform: NodeJS.Platform = process.platform,
): readonly string[] => {
  const local = waysOf(target).find(({ url, proxy }) => proxy && isLoopback(url));
  const system = OWN_TRUST[platform];
  const declared = target.network.authorities.filter(({ namedBy }) => namedBy === 'target.ca');
  const unsafe = waysOf(target).find(({ proxy }) => proxy?.url.startsWith('https:'))?.proxy;
  const { insecure, client } = target.network;
  return [
    insecure &&
      unsafe &&
      `with ${insecure} k6 would not verify the certificate of the proxy ${unsafe.shown} either; leave that out and name the authority, ca: ca.pem in the target`,
    client &&
      unsafe &&
      `k6 would show the certificate of tls: to the proxy ${unsafe.shown}, too; take proxy or tls out of the target for load runs`,
    local &&
      `k6 sends nothing for this machine (${local.url.host}) through a proxy; take proxy out of the target, or write proxy: none`,
    system &&
      usesTls(target) &&
      declared.length > 0 &&
      `on ${system} k6 trusts what the system trusts, not ${declared.map(named).join(', ')} (target.ca); add it to the authorities of ${system}, name it in NODE_EXTRA_CA_CERTS for the rest of the run, and take ca out of the target`,
  ].filter((problem) => typeof problem === 'string');
};
