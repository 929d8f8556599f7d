import { type Exchange, type TransportError, UNREAD } from '../../spec/exchange.ts';
import type { ResolvedTarget } from '../target.ts';
import type { PreflightClient } from './preflight-client.ts';
import { excerptOf, addressKeyOf } from './classify-answer.ts';
import {
  lineOf,
  draftLookup,
  type Probe,
  type PreflightFailure,
  preflightFailure,
} from './probe.ts';
import { withAddresses } from './recheck-address.ts';
import { secondOpinion } from './second-opinion.ts';

interface Trouble {
  readonly codes: RegExp;
  readonly problem: string;
  readonly hint: string;
  /** Another protocol on the port may be the cause, and is tried. */
  readonly mayBeProtocol?: true;
  /** A service that requires a client certificate may answer like this without one. */
  readonly mayBeCertificate?: true;
  readonly isEnvironment?: true;
}

const CERTIFICATE = /CERT|^UNABLE_TO_|SELF_SIGNED|^ERR_TLS/;
/** A TLS error: an untrusted certificate or an alert, so the port does speak TLS. */
const SPEAKS_TLS = new RegExp(`${CERTIFICATE.source}|ALERT`);

const ASKS_FOR_CERTIFICATE =
  'if it requires a client certificate (mTLS), declare one: tls: { certificate: client.pem, key: client-key.pem } in the target';

/** Problem behind a missing answer, by error code. */
const TROUBLES: readonly Trouble[] = [
  {
    codes: /^PROXY_/,
    problem: 'the proxy blocks it',
    hint: 'check the address, user and password of the proxy; proxy: none in the target, or the host in NO_PROXY, bypasses it',
  },
  {
    codes: /^(ENOTFOUND|EAI_\w+)$/,
    problem: 'its host name cannot be resolved',
    hint: 'check the spelling of the host name, and whether a VPN is needed',
  },
  {
    codes:
      /CERTIFICATE_REQUIRED|ALERT_(HANDSHAKE_FAILURE|BAD_CERTIFICATE|UNKNOWN_CA|CERTIFICATE_UNKNOWN)/,
    problem: 'the service rejects the TLS connection of this caller',
    hint: ASKS_FOR_CERTIFICATE,
  },
  {
    codes: CERTIFICATE,
    problem: 'no TLS connection can be established',
    hint: 'check https or http, and the certificate; for a private certificate authority set ca: ca.pem in the target, or NODE_EXTRA_CA_CERTS=/path/to/ca.pem',
  },
  {
    codes: /^ERR_SSL|^EPROTO$/,
    problem: 'no TLS connection can be established',
    hint: 'check https or http, and the port',
    mayBeProtocol: true,
  },
  {
    codes:
      /^(ECONNREFUSED|EHOSTUNREACH|ENETUNREACH|EHOSTDOWN|ENETDOWN|EADDRNOTAVAIL|ETIMEDOUT|UND_ERR_CONNECT_TIMEOUT)$/,
    problem: 'no connection can be established',
    hint: 'check host and port, whether the service is running, and whether a firewall or VPN blocks the connection',
  },
  {
    codes: /^(NO_TOKEN|TOKEN_REFUSED)$/,
    problem: 'no access token could be obtained',
    hint: 'check tokenUrl, clientId, clientSecret and scope of identities.owner.auth in the target',
  },
  {
    codes: /^TOKEN_UNAVAILABLE$/,
    problem: 'no access token could be obtained',
    hint: 'the token endpoint has a problem: repeat the run when it answers again',
    isEnvironment: true,
  },
  {
    codes: /^(ANSWER_REFUSED|UND_ERR_HEADERS_OVERFLOW)$/,
    problem: 'it answers, but its answers cannot be read',
    hint: 'Assay uses the HTTP client undici, which may be stricter than others; curl --include shows the answer',
    isEnvironment: true,
  },
  {
    codes: /^BROKEN_OFF$/,
    problem: 'its answers break off before their end',
    hint: 'check the Content-Length of its answers, and what stands in front of it; curl --include shows an answer',
    isEnvironment: true,
  },
  {
    codes: /^DEADLINE$/,
    problem: 'it does not answer in time',
    hint: 'check that the address is that of the service; if it is that slow, warm it up first',
  },
  {
    codes: /^NO_HTTP$/,
    problem: 'the server there does not speak HTTP',
    hint: 'check the port, and http or https',
    mayBeProtocol: true,
  },
  {
    codes: /^ANSWER_TOO_LARGE$/,
    problem: 'its answers do not end',
    hint: 'check that the address is that of the service, and what stands in front of it',
  },
  {
    codes: /^(UND_ERR_SOCKET|ECONNRESET|EPIPE)$/,
    problem: 'it closes every connection without an answer',
    hint: 'check http or https, the port, and what stands in front of the service',
    mayBeProtocol: true,
    mayBeCertificate: true,
  },
];

const IS_CLOSED = /^(UND_ERR_SOCKET|ECONNRESET|EPIPE|UND_ERR_RES_CONTENT_LENGTH_MISMATCH)$/;

/** undici has no error codes for a malformed answer, and for one that was closed behind its headers. */
const codeOf = ({ code, message }: TransportError, { timings }: Exchange): string => {
  if (/does not match the HTTP/.test(message)) return 'NO_HTTP';
  return timings.headers !== undefined && IS_CLOSED.test(code) ? 'BROKEN_OFF' : code;
};

/** OpenSSL's message beyond its code is internal. */
const reasonOf = ({ code, message }: TransportError): string =>
  /SSL routines/.test(message) ? code : `${code}: ${excerptOf(message, 200)}`;

const isRefused = ({ code }: TransportError): boolean => code === UNREAD.refused;

/** Milliseconds for the opinion of another client. */
const LONGEST = 2000;

const opinionOn = ({ exchange }: Probe, { network, limits }: ResolvedTarget) =>
  secondOpinion(exchange.request.url, network, Math.min(limits.deadline, LONGEST));

/** The same address with the other protocol. */
export const otherProtocol = (address: string): string =>
  address.startsWith('https:')
    ? address.replace(/^https:/, 'http:')
    : address.replace(/^http:/, 'https:');

/** Tests if an address speaks the other protocol, without sending a credential. */
const speaksOther = async (
  address: string,
  probe: Probe,
  target: ResolvedTarget,
  asker: PreflightClient,
): Promise<boolean> => {
  const there = withAddresses(target, otherProtocol(address));
  const [answer] = await asker.ask([draftLookup(lineOf(probe), there, { credential: 'missing' })]);
  if (!answer) return false;
  const { response, error } = answer.exchange;
  return response !== undefined || SPEAKS_TLS.test(error?.code ?? '');
};

const hintOf = (
  { hint, mayBeCertificate }: Trouble,
  address: string,
  { network }: ResolvedTarget,
): string =>
  mayBeCertificate && address.startsWith('https:') && !network.client
    ? `${hint}; ${ASKS_FOR_CERTIFICATE}`
    : hint;

/** Problem of an address that never answered; undefined if the cause is not certain. */
export const connectionProblem = async (
  address: string,
  probes: readonly Probe[],
  target: ResolvedTarget,
  asker: PreflightClient,
): Promise<PreflightFailure | undefined> => {
  const troubles = probes.map(({ exchange }) => {
    const code = exchange.error && codeOf(exchange.error, exchange);
    return code === undefined ? undefined : TROUBLES.find(({ codes }) => codes.test(code));
  });
  const [trouble] = troubles;
  const [probe] = probes;
  const error = probe?.exchange.error;
  if (!trouble || !probe || !error || troubles.includes(undefined)) return undefined;
  const key = addressKeyOf(address, target);
  const problem = `${key} ${address}: ${trouble.problem} (${reasonOf(error)})`;
  if (trouble.isEnvironment) {
    const other = isRefused(error) ? await opinionOn(probe, target) : undefined;
    const found = other === undefined ? problem : `${problem}; ${other}`;
    return { ...preflightFailure(found, trouble.hint), isEnvironment: true };
  }
  if (!trouble.mayBeProtocol || !(await speaksOther(address, probe, target, asker)))
    return preflightFailure(problem, `${hintOf(trouble, address, target)} (${key})`);
  const spoken = address.startsWith('https:') ? 'plain HTTP' : 'TLS';
  return preflightFailure(
    `${problem}; the port speaks ${spoken}`,
    `set ${key} to ${otherProtocol(address)}`,
  );
};
