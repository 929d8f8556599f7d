import { type Authority, trustedCertificates } from '../../client/http/certificate-authorities.ts';
import type { ResolvedTarget } from '../../client/target.ts';
import { isLoopback, type Proxy, proxyFor } from '../../client/http/proxies.ts';

/** Network settings of k6 for the service. */
export interface K6Network {
  /** Environment variables that Go reads, without SSL_CERT_FILE. */
  readonly variables: Readonly<Record<string, string>>;
  /** Content of SSL_CERT_FILE, PEM; undefined without TLS. */
  readonly trusted: string | undefined;
  /** Part of k6's options; secret. */
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

/**
 * The same proxies and certificate authorities for k6 as for all other requests; both are decided here, not by Go, which
 * knows no authority on a machine whose system has none, such as a slim image.
 */
export const k6Network = (target: Known): K6Network => {
  const ways = waysOf(target);
  const through = (protocol: string): Proxy | undefined =>
    ways.find(({ url, proxy }) => url.protocol === protocol && proxy)?.proxy;
  const around = ways.filter(({ proxy }) => !proxy).map(({ url }) => url.host);
  const [http, https] = [through('http:'), through('https:')];
  const { authorities, client, insecure } = target.network;
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
    trusted: usesTls(target) ? `${trustedCertificates(authorities).join('\n')}\n` : undefined,
  };
};

/** Platforms on which Go uses only the system's trust store. */
const OWN_TRUST: Readonly<Partial<Record<NodeJS.Platform, string>>> = {
  darwin: 'macOS',
  win32: 'Windows',
};

const named = ({ file, namedBy }: Authority): string => file ?? namedBy;

/** Reasons why k6 cannot take the same route to this service as all other requests; empty if it can. */
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
      `with ${insecure} k6 would not verify the certificate of the proxy ${unsafe.shown} either; remove that, and declare the authority with ca: ca.pem in the target`,
    client &&
      unsafe &&
      `k6 would also present the client certificate of tls: to the proxy ${unsafe.shown}; remove proxy or tls from the target for load runs`,
    local &&
      `k6 sends requests to this machine (${local.url.host}) without the proxy; remove proxy from the target, or write proxy: none`,
    system &&
      usesTls(target) &&
      declared.length > 0 &&
      `on ${system} k6 trusts the authorities of the system, not ${declared.map(named).join(', ')} (target.ca); add it to the authorities of ${system}, set NODE_EXTRA_CA_CERTS for the other requests of the run, and remove ca from the target`,
  ].filter((problem) => typeof problem === 'string');
};
