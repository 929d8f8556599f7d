import { type Authority, readAuthority } from '../http/certificate-authorities.ts';
import {
  type ClientCertificate,
  readClientCertificate,
  clientCertificateSecrets,
} from '../http/client-certificate.ts';
import { type EnvironmentFinding, environmentFindings, refusalOf } from './env-file.ts';
import {
  type NetworkIssue,
  type NetworkInput,
  trimmedTextAt,
  type Proxies,
  addressesIn,
  proxySecrets,
  readProxies,
  isLoopback,
  proxyFor,
} from '../http/proxies.ts';
import type { Secret } from '../secrets/invalid-credentials.ts';
import { valueAt } from './target-error.ts';

/** Network settings: proxies and trusted certificates. */
export interface Network {
  readonly proxies: Proxies;
  readonly authorities: readonly Authority[];
  /** Client certificate, if any. */
  readonly client?: ClientCertificate;
  /** Setting that disables verification of the service's certificate; that of a proxy is always verified. Absent: enabled. */
  readonly insecure?: InsecureSource;
  /** Settings outside Assay that change what it trusts or loads. */
  readonly environment: readonly EnvironmentFinding[];
}

/** Network settings and their problems. */
export interface NetworkReading {
  readonly network: Network;
  readonly issues: readonly NetworkIssue[];
  readonly secrets: readonly Secret[];
}

/** Node trusts the first by itself, but not from `.env`; OpenSSL, curl and Go read the second. */
const AUTHORITY_VARIABLES = ['NODE_EXTRA_CA_CERTS', 'SSL_CERT_FILE'];

const authoritiesOf = ({ document, environment, folder }: NetworkInput, usesTls: boolean) => {
  const authorities: Authority[] = [];
  const issues: NetworkIssue[] = [];
  const take = (written: string | undefined, namedBy: string, from: Partial<NetworkIssue>) => {
    if (written === undefined) return;
    const read = readAuthority(written, namedBy, from.source === undefined ? folder : '.');
    if ('certificates' in read) authorities.push(read);
    else
      issues.push({ path: [], wanted: 'a PEM file of certificate authorities', ...from, ...read });
  };
  take(trimmedTextAt(document, 'ca'), 'target.ca', { path: ['ca'] });
  if (!usesTls) return { authorities, issues };
  for (const name of AUTHORITY_VARIABLES)
    take(trimmedTextAt(environment, name), name, { source: name });
  return { authorities, issues };
};

/** A missing or non-text value is reported by the schema. */
const clientOf = ({
  document,
  writtenTls,
  folder,
}: NetworkInput): Omit<NetworkReading, 'network'> & { readonly client?: ClientCertificate } => {
  const tls = valueAt(document, ['tls']);
  const certificate = trimmedTextAt(tls, 'certificate');
  const key = trimmedTextAt(tls, 'key');
  if (certificate === undefined || key === undefined) return { issues: [], secrets: [] };
  const passphrase = trimmedTextAt(tls, 'passphrase');
  const read = readClientCertificate({ certificate, key, passphrase, folder });
  if ('got' in read) return { issues: [read], secrets: [] };
  const written = {
    key: valueAt(writtenTls, ['key']),
    passphrase: valueAt(writtenTls, ['passphrase']),
  };
  return { client: read, issues: [], secrets: clientCertificateSecrets(read, written) };
};

/** Reads the network settings from `proxy`, `ca` and `tls` of the target, and from the environment. */
export const readNetwork = (order: NetworkInput): NetworkReading => {
  const { proxies, issues } = readProxies(order);
  const used = [...new Set([proxies.http, proxies.https])].flatMap((proxy) => proxy ?? []);
  const usesTls =
    addressesIn(order.document).some(({ protocol }) => protocol === 'https:') ||
    used.some(({ url }) => url.startsWith('https:'));
  const trust = authoritiesOf(order, usesTls);
  const shown = clientOf(order);
  const environment = environmentFindings({ ...order, usesTls });
  const byVariable: readonly InsecureSource[] = environment.some(
    ({ effect }) => effect === 'insecure',
  )
    ? ['NODE_TLS_REJECT_UNAUTHORIZED=0']
    : [];
  const [insecure] = order.insecure ? ['--insecure' as const] : byVariable;
  const refused = environment.filter(({ effect }) => effect === 'refused');
  return {
    network: {
      proxies,
      authorities: trust.authorities,
      ...(shown.client ? { client: shown.client } : {}),
      ...(insecure === undefined ? {} : { insecure }),
      environment,
    },
    issues: [
      ...insecureIssues(insecure, order.document),
      ...refused.map(({ name }) => ({ path: [], source: name, ...refusalOf(name) })),
      ...issues,
      ...trust.issues,
      ...shown.issues,
    ],
    secrets: [
      ...used.flatMap((proxy) => proxySecrets(proxy, order.writtenProxy)),
      ...shown.secrets,
    ],
  };
};

/** Setting that disables certificate verification. */
export type InsecureSource = '--insecure' | 'NODE_TLS_REJECT_UNAUTHORIZED=0';

/**
 * Issues of `--insecure` or Node's equivalent variable: a man in the middle could read every credential, so it is allowed for
 * this machine and for the declared test hosts only.
 */
const insecureIssues = (
  by: InsecureSource | undefined,
  document: unknown,
): readonly NetworkIssue[] => {
  if (by === undefined) return [];
  const declared = valueAt(document, ['testHosts']);
  const known = Array.isArray(declared) ? declared.map((host) => String(host).toLowerCase()) : [];
  const foreign = addressesIn(document).filter(
    (url) => !isLoopback(url) && !known.includes(url.hostname),
  );
  if (foreign.length === 0) return [];
  const hosts = [...new Set(foreign.map(({ hostname }) => hostname))];
  return [
    {
      path: [],
      source: by,
      wanted: 'addresses of this machine, or of hosts that testHosts in the target declares',
      got: hosts.join(', '),
      hint: `${by === '--insecure' ? '' : 'unset NODE_TLS_REJECT_UNAUTHORIZED: '}without verification, anyone in between can pose as the service and read the credential; better declare the authority that signed its certificate, ca: ca.pem in the target; for a test host write testHosts: [${hosts.join(', ')}]`,
    },
  ];
};

const routeTo = (origin: string, { proxies }: Network): string | undefined => {
  const proxy = proxyFor(origin, proxies);
  return proxy && `through the proxy ${proxy.shown} (${proxy.namedBy})`;
};

const authorityLine = ({ namedBy, file, certificates }: Authority): string => {
  const count = certificates.length === 1 ? '1 certificate' : `${certificates.length} certificates`;
  return `trusts ${file === undefined ? count : `${file}, ${count}`} (${namedBy})`;
};

/**
 * Network settings that a run prints, such as `through the proxy http://proxy:3128 (HTTPS_PROXY)` and `trusts ca.pem, 1
 * certificate (target.ca)`; empty for the defaults. Without secrets.
 */
export const networkLines = (target: { readonly network: Network }): readonly string[] => {
  const { network } = target;
  const origins = new Set(addressesIn(target).map(({ origin }) => origin));
  const ways = Array.from(origins, (origin) => ({ origin, way: routeTo(origin, network) }));
  const [first] = ways;
  const isOne = ways.every(({ way }) => way === first?.way);
  const lines = isOne
    ? [first?.way ?? []].flat()
    : ways.map(({ origin, way }) => `${origin} ${way ?? 'without a proxy'}`);
  const usesTls = ways.some(({ origin }) => origin.startsWith('https:'));
  const isPrinted = ({ namedBy }: Authority) => usesTls || namedBy === 'target.ca';
  const shown =
    usesTls && network.client
      ? [`presents the client certificate ${network.client.shown} (target.tls)`]
      : [];
  const insecure = network.insecure
    ? [`certificates are not verified (${network.insecure}): anyone in between can read everything`]
    : [];
  return [
    ...insecure,
    ...network.environment.flatMap(({ notice }) => notice ?? []),
    ...lines,
    ...network.authorities.filter(isPrinted).map(authorityLine),
    ...shown,
  ];
};
