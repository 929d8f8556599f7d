import { networkLines } from '../../client/target/network.ts';
import { expiryOf, secretOf } from '../../client/target/target-auth.ts';
import type { ResolvedTarget } from '../../client/target.ts';
import type { PreflightFailure } from '../../client/preflight/probe.ts';
import type { Exchange } from '../../spec/exchange.ts';
import { isDisturbance } from '../../spec/transport-statuses.ts';
import { schemeHint } from './identity-remarks.ts';
import { fine, type Remark, unclear, wrong } from './remark.ts';

/** A requested host and its resolved address; no address for an IP address or if a proxy resolves it. */
export interface ResolvedHost {
  readonly host: string;
  readonly address?: string;
  readonly trouble?: string;
}

/** Results of the connection checks that precede the first line. */
export interface ConnectionChecks {
  readonly names: readonly ResolvedHost[];
  /** Exchanges of the preflight, without secrets. */
  readonly exchanges: readonly Exchange[];
  /** Reason why no run can start. */
  readonly refusal?: Omit<PreflightFailure, 'ok'>;
}

/** Stages of a call, in order. */
const STAGES = ['name resolution', 'address', 'TLS', 'proxy', 'clock', 'identity owner'] as const;
type Stage = (typeof STAGES)[number];

const CODES: readonly (readonly [codes: RegExp, stage: Stage])[] = [
  [/^(ENOTFOUND|EAI_\w+)$/, 'name resolution'],
  [/^PROXY_/, 'proxy'],
  [/CERT|^UNABLE_TO_|SELF_SIGNED|^ERR_(TLS|SSL)|^EPROTO$/, 'TLS'],
  [/^(NO_TOKEN|TOKEN_REFUSED|TOKEN_UNAVAILABLE)$/, 'identity owner'],
];

/** Stage that a preflight refusal concerns. */
const stageOf = ({ exchanges, refusal }: ConnectionChecks): string => {
  const identity = /^(?:.*and )?identities\.(\w+)/.exec(refusal?.problem ?? '')?.[1];
  if (identity !== undefined) return `identity ${identity}`;
  const codes = exchanges.flatMap(({ error }) => error?.code ?? []);
  const known = CODES.find(
    ([pattern]) => codes.length > 0 && codes.every((code) => pattern.test(code)),
  );
  if (known) return known[1];
  const statuses = exchanges.flatMap(({ response }) => response?.status ?? []);
  if (statuses.includes(407)) return 'proxy';
  const isCredential = /the owner|credential/.test(refusal?.problem ?? '');
  return isCredential ? 'identity owner' : 'address';
};

const nameRemark = ({ names }: ConnectionChecks): Remark => {
  const unknown = names.find(({ trouble }) => trouble !== undefined);
  if (unknown)
    return wrong(
      'name resolution',
      `the host name ${unknown.host} cannot be resolved (${unknown.trouble})`,
      'check the spelling of the host in base_url, gap_base_url and tokenUrl, and whether a VPN is needed',
    );
  const found = names.map(({ host, address }) =>
    address === undefined || address === host ? host : `${host} is ${address}`,
  );
  return fine('name resolution', found.join(', '));
};

const tlsRemark = ({ base_url, gap_base_url, network }: ResolvedTarget): Remark => {
  const all = [...new Set([base_url, gap_base_url])];
  const plain = all.filter((address) => address.startsWith('http:'));
  if (plain.length === 0)
    return fine(
      'TLS',
      network.insecure ? `not verified (${network.insecure})` : 'the certificate is trusted',
    );
  const isHere = plain.every((address) => /^http:\/\/(127\.|localhost|\[::1\])/.test(address));
  return fine(
    'TLS',
    isHere ? 'none, on this machine' : 'none: anybody on the network path can read the credential',
  );
};

const proxyRemark = (target: ResolvedTarget): Remark => {
  const lines = networkLines(target);
  return fine('proxy', lines.length === 0 ? 'none' : lines.join('; '));
};

/** Clock skew in milliseconds that is worth a remark: a date on the wrong day is refused. */
const MAX_SKEW = 5 * 60_000;

/** Clock skew of the service in milliseconds, from its Date header; undefined without one. */
const skewOf = (exchanges: readonly Exchange[]): number | undefined => {
  const skews = exchanges.flatMap(({ at, timings, response }) => {
    const date = Date.parse([response?.headers['date'] ?? ''].flat()[0] ?? '');
    return Number.isNaN(date) ? [] : [date - Date.parse(at) - timings.total / 2];
  });
  return skews.toSorted((a, b) => Math.abs(a) - Math.abs(b))[0];
};

const clockRemark = ({ exchanges }: ConnectionChecks): Remark => {
  const skew = skewOf(exchanges);
  if (skew === undefined) return fine('clock', 'no answer has a Date header');
  const seconds = Math.round(Math.abs(skew) / 1000);
  if (Math.abs(skew) <= MAX_SKEW)
    return fine('clock', `${seconds} s from the clock of the service`);
  return wrong(
    'clock',
    `the clock of the service is ${seconds} s ${skew > 0 ? 'ahead' : 'behind'}`,
    'correct the clock of this machine or of the service: start dates and purchase dates count from today',
  );
};

/** Seconds that a doctor, a gate and a review of its failures take. */
const MIN_LIFETIME = 15 * 60;

/** True of an answer that a service may give before it looks at the credential. */
const isNoEvidence = (status: number | undefined): boolean =>
  isDisturbance(status) || (status ?? 0) >= 500;

/** The remark on the owner's credential, with its expiry if known: a run that outlives the credential is stopped. */
const ownerRemark = (
  { identities }: ResolvedTarget,
  { exchanges }: ConnectionChecks,
  now = new Date(),
): Remark => {
  const about = 'identity owner';
  const { auth } = identities.owner;
  const statuses = exchanges.map(({ response }) => response?.status);
  if (statuses.length > 0 && statuses.every(isNoEvidence))
    return unclear(
      about,
      `not known: every call was answered ${[...new Set(statuses.map((status) => status ?? 'nothing'))].join(' or ')}`,
      'run the doctor again once the service serves its calls',
    );
  const accepted =
    auth.scheme === 'none' ? 'no credential, and none is required' : `accepted (${auth.scheme})`;
  const expiry = auth.scheme === 'oauth2' ? undefined : expiryOf(secretOf(auth) ?? '');
  if (expiry === undefined) return fine(about, accepted);
  const left = expiry - now.getTime() / 1000;
  const until = `${accepted}; its token expires at ${new Date(expiry * 1000).toISOString().slice(0, 19)}Z, in ${Math.max(0, Math.round(left / 60))} min`;
  return left > MIN_LIFETIME
    ? fine(about, until)
    : unclear(about, until, 'get a token that is valid for longer, or declare scheme: oauth2');
};

const refusalRemark = (about: string, target: ResolvedTarget, way: ConnectionChecks): Remark => {
  const { problem = '', hint = '', isEnvironment } = way.refusal ?? {};
  if (isEnvironment) return unclear(about, problem, hint);
  const refused = way.exchanges.find(({ response }) => response?.status === 401);
  const more =
    about === 'identity owner' && refused ? `; ${schemeHint(refused, target, 'owner')}` : '';
  return wrong(about, problem, hint + more);
};

/** Remarks on the connection, in the order of a call's stages; ends with the first refusal. */
export const connectionRemarks = (
  target: ResolvedTarget,
  way: ConnectionChecks,
): readonly Remark[] => {
  const { refusal } = way;
  const stage = refusal ? stageOf(way) : undefined;
  const remarks: Readonly<Record<Stage, () => Remark>> = {
    'name resolution': () => nameRemark(way),
    address: () => fine('address', [...new Set([target.base_url, target.gap_base_url])].join(', ')),
    TLS: () => tlsRemark(target),
    proxy: () => proxyRemark(target),
    clock: () => clockRemark(way),
    'identity owner': () => ownerRemark(target, way),
  };
  const at = STAGES.findIndex((each) => each === stage);
  const before = stage === undefined || at < 0 ? STAGES : STAGES.slice(0, at);
  const shown = before.map((each) => remarks[each]());
  const wrongName = shown.findIndex(({ mark, about }) => mark === 'wrong' && about !== 'clock');
  if (wrongName >= 0) return shown.slice(0, wrongName + 1);
  return stage === undefined ? shown : [...shown, refusalRemark(stage, target, way)];
};
