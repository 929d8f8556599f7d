import type { Exchange } from '../spec/exchange.ts';
import type { ResolvedTarget } from './target.ts';

/** Whether a run can begin: what was seen, or what is surely wrong with the configuration and what to do about it. */
export type PreflightResult =
  | { readonly ok: true; readonly notes: readonly string[] }
  | { readonly ok: false; readonly problem: string; readonly hint: string };

/** One exchange of the preflight and the address it went to. */
export interface Probe {
  readonly address: string;
  readonly exchange: Exchange;
}

interface Trouble {
  readonly codes: RegExp;
  readonly problem: string;
  readonly hint: string;
}

/** What a missing answer says about the configuration, by error code. */
const TROUBLES: readonly Trouble[] = [
  {
    codes: /^(ENOTFOUND|EAI_\w+)$/,
    problem: 'its host name is not known',
    hint: 'check the spelling of the host name, and whether a VPN is needed',
  },
  {
    codes: /CERT|^ERR_TLS|^ERR_SSL|^EPROTO$|^UNABLE_TO_|SELF_SIGNED/,
    problem: 'no TLS connection can be made',
    hint: 'check https against http, and the certificate; a certificate authority of your own is given by NODE_EXTRA_CA_CERTS=/path/to/ca.pem',
  },
  {
    codes:
      /^(ECONNREFUSED|EHOSTUNREACH|ENETUNREACH|EHOSTDOWN|ENETDOWN|EADDRNOTAVAIL|ETIMEDOUT|UND_ERR_CONNECT_TIMEOUT)$/,
    problem: 'no connection can be made',
    hint: 'check host and port, whether the service is running, and whether a firewall or VPN stands between',
  },
  {
    codes: /^NO_TOKEN$/,
    problem: 'there is no access token for it',
    hint: 'check tokenUrl, clientId, clientSecret and scope of identities.owner.auth in the target',
  },
  {
    codes: /^DEADLINE$/,
    problem: 'it does not answer in time',
    hint: 'check that the address is that of the service; if it is that slow, warm it up first',
  },
  {
    codes: /^(UND_ERR_SOCKET|ECONNRESET|EPIPE)$/,
    problem: 'it closes every connection without an answer',
    hint: 'check http against https, the port, and what stands in front of the service',
  },
];

const troubleAt = (
  address: string,
  exchanges: readonly Exchange[],
): PreflightResult | undefined => {
  const errors = exchanges.flatMap(({ error }) => error ?? []);
  if (errors.length < exchanges.length) return undefined;
  const troubles = errors.map(({ code }) => TROUBLES.find(({ codes }) => codes.test(code)));
  const first = troubles[0];
  if (!first || troubles.includes(undefined)) return undefined;
  const { code = '', message = '' } = errors[0] ?? {};
  return {
    ok: false,
    problem: `${address}: ${first.problem} (${code}: ${message})`,
    hint: first.hint,
  };
};

const refusedCredential = (
  answered: readonly Exchange[],
  target: ResolvedTarget,
): PreflightResult | undefined => {
  if (answered.length === 0 || answered.some(({ response }) => response?.status !== 401))
    return undefined;
  const operations = [...new Set(answered.map(({ operation }) => operation))].join(', ');
  const problem = `401 from every operation that was tried: ${operations}`;
  if (target.identities.owner.auth.scheme === 'none')
    return {
      ok: false,
      problem: `${problem}; the target gives the owner no credential`,
      hint: 'set ASSAY_TOKEN to a bearer token, or describe identities.owner.auth in the target',
    };
  const variables = Object.entries(target.references)
    .filter(([path]) => path.startsWith('identities.owner.auth'))
    .map(([, written]) => written);
  return {
    ok: false,
    problem: `${problem}; the credential of the owner is refused`,
    hint: `check that ${variables.join(', ') || 'the credential'} is still valid, and that the scheme (${target.identities.owner.auth.scheme}) is the right one`,
  };
};

const noteAt = (address: string, exchanges: readonly Exchange[]): string => {
  const answers = exchanges.map(
    ({ operation = '', response, error }) =>
      `${operation} ${response?.status ?? error?.code ?? 'nothing'}`,
  );
  return `${address}: ${answers.join(', ')}`;
};

/** What the probes say about the configuration; an address is in trouble only where nothing at all answered. */
export const preflightVerdict = (
  probes: readonly Probe[],
  target: ResolvedTarget,
): PreflightResult => {
  const byAddress = Map.groupBy(probes, ({ address }) => address);
  const addresses = [...byAddress].map(
    ([address, found]) => [address, found.map(({ exchange }) => exchange)] as const,
  );
  for (const [address, exchanges] of addresses) {
    const trouble = troubleAt(address, exchanges);
    if (trouble) return trouble;
  }
  const answered = probes.map(({ exchange }) => exchange).filter(({ response }) => response);
  return (
    refusedCredential(answered, target) ?? {
      ok: true,
      notes: addresses.map(([address, exchanges]) => noteAt(address, exchanges)),
    }
  );
};
