import type { Authority } from './authorities.ts';
import type { ClientCertificate, GivenPem } from './client-certificate.ts';
import { isExcepted } from './no-proxy.ts';
import { BY_TARGET, NO_PROXY_AT_ALL, proxyFor } from './proxy.ts';
import type { ResolvedTarget } from '../target.ts';

type Known = Pick<ResolvedTarget, 'network' | 'proxy'>;

/** Curl reads the same variables; what it would make of them is overruled where the request went another way. */
const proxyWords = (
  url: URL,
  { network: { proxies }, proxy: said }: Known,
  word: (text: string) => string,
): readonly string[] => {
  const proxy = proxyFor(url.href, proxies);
  if (proxy) {
    const isOverruled = proxy.namedBy === BY_TARGET && isExcepted(url, proxies.except);
    return [`--proxy ${word(proxy.url)}`, ...(isOverruled ? ["--noproxy ''"] : [])];
  }
  const known = url.protocol === 'https:' ? proxies.https : proxies.http;
  return known || said === NO_PROXY_AT_ALL ? ["--noproxy '*'"] : [];
};

/** Of several the one that the target names; curl knows SSL_CERT_FILE by itself. */
const authorityWords = (
  authorities: readonly Authority[],
  word: (text: string) => string,
): readonly string[] => {
  const [authority] = authorities.filter(({ namedBy }) => namedBy !== 'SSL_CERT_FILE');
  if (!authority) return [];
  const { path, certificates } = authority;
  const pem = `${certificates.join('\n')}\n`;
  return [`--cacert ${path === undefined ? `<(printf %s ${word(pem)})` : word(path)}`];
};

const clientWords = (
  client: ClientCertificate | undefined,
  word: (text: string) => string,
): readonly string[] => {
  if (!client) return [];
  const { given, passphrase } = client;
  const from = (pem: GivenPem): string =>
    'path' in pem ? word(pem.path) : `<(printf %s ${word(pem.text)})`;
  return [
    `--cert ${from(given.certificate)} --key ${from(given.key)}`,
    ...(passphrase === undefined ? [] : [`--pass ${word(passphrase)}`]),
  ];
};

/** What curl has to be told of the way to an address; `word` makes a word of bash without secrets. */
export const networkWords = (
  address: string,
  target: Known,
  word: (text: string) => string,
): readonly string[] => {
  if (!URL.canParse(address)) return [];
  const url = new URL(address);
  const { authorities, client, insecure } = target.network;
  return [
    ...proxyWords(url, target, word),
    ...(url.protocol === 'https:'
      ? [
          ...authorityWords(authorities, word),
          ...clientWords(client, word),
          ...(insecure ? ['--insecure'] : []),
        ]
      : []),
  ];
};
