import { type Authority, readAuthority } from '../http/authorities.ts';
import { type ClientCertificate, readClientCertificate } from '../http/client-certificate.ts';
import { clientCertificateSecrets } from '../secrets/client-certificate-secrets.ts';
import { type EnvironmentFinding, environmentFindings, refusalOf } from './environment-findings.ts';
import { type InsecureBy, insecureIssues } from './insecure.ts';
import { type NetworkIssue, type NetworkOrder, textAt } from './network-order.ts';
import type { Proxies } from '../http/proxy.ts';
import { addressesIn, proxySecrets, readProxies } from '../http/read-proxies.ts';
import type { Secret } from '../target.ts';
import { valueAt } from './target-path.ts';

/** The way to the service: through which proxies, and trusting whom. */
export interface Network {
  readonly proxies: Proxies;
  readonly authorities: readonly Authority[];
  /** What shows the service who calls; absent: nothing. */
  readonly client?: ClientCertificate;
  /** What asks that no certificate of the service is verified; that of a proxy is. Absent: all are. */
  readonly insecure?: InsecureBy;
  /** What is set around Assay that changes what it trusts or loads. */
  readonly environment: readonly EnvironmentFinding[];
}

/** What was found of the way to the service. */
export interface NetworkReading {
  readonly network: Network;
  readonly issues: readonly NetworkIssue[];
  readonly secrets: readonly Secret[];
}

/** Node trusts the first by itself, but not where it stands in `.env`; OpenSSL, curl and Go read the second. */
const AUTHORITY_VARIABLES = ['NODE_EXTRA_CA_CERTS', 'SSL_CERT_FILE'];

const authoritiesOf = ({ document, environment, folder }: NetworkOrder, usesTls: boolean) => {
  const authorities: Authority[] = [];
  const issues: NetworkIssue[] = [];
  const take = (written: string | undefined, namedBy: string, from: Partial<NetworkIssue>) => {
    if (written === undefined) return;
    const read = readAuthority(written, namedBy, from.source === undefined ? folder : '.');
    if ('certificates' in read) authorities.push(read);
    else
      issues.push({ path: [], wanted: 'a PEM file of certificate authorities', ...from, ...read });
  };
  take(textAt(document, 'ca'), 'target.ca', { path: ['ca'] });
  if (!usesTls) return { authorities, issues };
  for (const name of AUTHORITY_VARIABLES) take(textAt(environment, name), name, { source: name });
  return { authorities, issues };
};

interface ClientReading extends Omit<NetworkReading, 'network'> {
  readonly client?: ClientCertificate;
}

/** What is missing or no text is told by the schema. */
const clientOf = ({ document, writtenTls, folder }: NetworkOrder): ClientReading => {
  const tls = valueAt(document, ['tls']);
  const certificate = textAt(tls, 'certificate');
  const key = textAt(tls, 'key');
  if (certificate === undefined || key === undefined) return { issues: [], secrets: [] };
  const passphrase = textAt(tls, 'passphrase');
  const read = readClientCertificate({ certificate, key, passphrase, folder });
  if ('got' in read) return { issues: [read], secrets: [] };
  const written = {
    key: valueAt(writtenTls, ['key']),
    passphrase: valueAt(writtenTls, ['passphrase']),
  };
  return { client: read, issues: [], secrets: clientCertificateSecrets(read, written) };
};

const insecureBy = (
  { insecure }: NetworkOrder,
  environment: readonly EnvironmentFinding[],
): InsecureBy | undefined => {
  if (insecure) return '--insecure';
  return environment.some(({ effect }) => effect === 'insecure')
    ? 'NODE_TLS_REJECT_UNAUTHORIZED=0'
    : undefined;
};

/** Reads the way to the service from `proxy`, `ca` and `tls` of the target, and from the environment. */
export const readNetwork = (order: NetworkOrder): NetworkReading => {
  const { proxies, issues } = readProxies(order);
  const used = [...new Set([proxies.http, proxies.https])].flatMap((proxy) => proxy ?? []);
  const usesTls =
    addressesIn(order.document).some(({ protocol }) => protocol === 'https:') ||
    used.some(({ url }) => url.startsWith('https:'));
  const trust = authoritiesOf(order, usesTls);
  const shown = clientOf(order);
  const environment = environmentFindings({ ...order, usesTls });
  const insecure = insecureBy(order, environment);
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
