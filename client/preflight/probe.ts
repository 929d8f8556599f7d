import type { Exchange } from '../../spec/exchange.ts';
import type { Line } from '../../spec/line.ts';
import { type KnownOperation, operation, operationOf } from '../../spec/operations.ts';
import type { Call } from '../http/build-request.ts';
import { NOTHING_KNOWN, bodyFor, type BodyContext } from '../target/body-templates.ts';
import type { ResolvedTarget } from '../target.ts';

/** Result of the preflight: notes, or why the run cannot begin, and the remedy. */
export type PreflightResult =
  | { readonly ok: true; readonly notes: readonly string[] }
  | {
      readonly ok: false;
      readonly problem: string;
      readonly hint: string;
      /** Nothing is configured wrongly: another run, or another client, may settle it. The run is incomplete. */
      readonly isEnvironment?: true;
    };

/** The certain configuration error and its remedy. */
export type PreflightFailure = Extract<PreflightResult, { readonly ok: false }>;

/** Result for a run that cannot begin. */
export const preflightFailure = (problem: string, hint: string): PreflightFailure => ({
  ok: false,
  problem,
  hint,
});

/** A call that the preflight plans to send, and its target. */
export interface PlannedProbe {
  readonly call: Call;
  readonly target: ResolvedTarget;
}

/** A planned call with its exchange. */
export interface Probe extends PlannedProbe {
  readonly exchange: Exchange;
}

const UNKNOWN_ID = '00000000-0000-4000-8000-000000000000';
const LABELS = { test: 'preflight', intent: 'open' } as const;

const contextOf = (target: ResolvedTarget): BodyContext => ({
  ...NOTHING_KNOWN,
  today: new Date().toISOString().slice(0, 10),
  run: { id: 'preflight' },
  email: `quote@${target.mailDomain}`,
  payment: { term: target.paymentTerms[0] ?? '' },
});

/** Body of the target if the specification shows none (motor gap); otherwise the empty draft, which is legal (D8). */
const creationBody = (line: Line, target: ResolvedTarget): unknown => {
  if (line !== 'gap') return {};
  try {
    return bodyFor('gap.draft-create', target, contextOf(target)) ?? {};
  } catch {
    return {};
  }
};

const on = (line: Line, step: 'draft-create' | 'draft-get'): KnownOperation => {
  const found = operationOf(line, step);
  if (!found) throw new Error(`the line ${line} has no ${step}`);
  return found;
};

/** Creation of a minimal draft. */
export const draftCreation = (
  line: Line,
  target: ResolvedTarget,
  more: Partial<Call> = {},
): PlannedProbe => ({
  call: {
    operation: on(line, 'draft-create').id,
    body: creationBody(line, target),
    ...LABELS,
    ...more,
  },
  target,
});

/** GET of a draft; by default one that does not exist. */
export const draftLookup = (
  line: Line,
  target: ResolvedTarget,
  { draftId = UNKNOWN_ID, ...more }: Partial<Call> & { readonly draftId?: string } = {},
): PlannedProbe => ({
  call: { operation: on(line, 'draft-get').id, params: { draftId }, ...LABELS, ...more },
  target,
});

/** Address to which a call goes. */
export const addressOf = ({ call, target }: PlannedProbe): string =>
  operation(call.operation).address === 'gap' ? target.gap_base_url : target.base_url;

/** Line of a probe's operation. */
export const lineOf = ({ call }: PlannedProbe): Line => operation(call.operation).line;

/** Tests if a call creates a draft. */
export const isCreation = ({ call }: PlannedProbe): boolean =>
  operation(call.operation).step === 'draft-create';

/** Status of the answer, if any. */
export const statusOf = ({ exchange }: Probe): number | undefined => exchange.response?.status;

/** Tests if a call succeeded. */
export const isSuccess = (probe: Probe): boolean => Math.floor((statusOf(probe) ?? 0) / 100) === 2;

const STATUSES = [301, 302, 303, 307, 308];

/** Location of a redirect as written; undefined if the answer is no redirect. */
export const locationOf = ({ response }: Exchange): string | undefined => {
  if (!response || !STATUSES.includes(response.status)) return undefined;
  return [response.headers['location'] ?? []].flat()[0];
};

/** The same, resolved to a URL. */
const destinationOf = (exchange: Exchange): URL | undefined => {
  const location = locationOf(exchange);
  const { url } = exchange.request;
  return location !== undefined && URL.canParse(location, url) ? new URL(location, url) : undefined;
};

const bare = ({ origin, pathname }: URL): string => origin + pathname.replace(/\/+$/, '');

/** Path up to the drafts of a line, such as `/BE/lifestyle/travel/drafts`. */
const draftsPath = ({ call }: Probe): string =>
  (operation(call.operation).path.split('/{draftId}')[0] ?? '').replace('{country}', 'BE');

/** Meaning of a redirect for the address: a loop, the same path at a new address, or elsewhere. */
export type Redirection =
  | { readonly kind: 'loop' }
  | { readonly kind: 'moved'; readonly to: string }
  | { readonly kind: 'away' }
  | { readonly kind: 'own' };

/** Maximum number of consecutive redirects that are followed. */
export const MAX_REDIRECTS = 5;

const isLoop = (exchanges: readonly Exchange[]): boolean => {
  const seen = new Set<string>();
  for (const exchange of exchanges) {
    seen.add(exchange.request.url);
    const to = destinationOf(exchange);
    if (to === undefined) return false;
    if (seen.has(to.href)) return true;
  }
  // An endless redirect need not return to the same URL.
  return exchanges.length > MAX_REDIRECTS;
};

/** Splits a URL at the path of the drafts; undefined if it does not contain that path. */
const cut = (url: URL, probe: Probe): readonly [before: string, after: string] | undefined => {
  const [before, after] = bare(url).split(new RegExp(`${draftsPath(probe)}(?=/|$)`, 'i'));
  return before === undefined || after === undefined ? undefined : [before, after];
};

/**
 * Meaning of a redirect; undefined if there is none. `trail` has the exchanges that followed it. A redirect to a draft or to
 * another spelling of the same path is legal (S1, W2).
 */
export const redirectionOf = (
  probe: Probe,
  trail: readonly Exchange[],
): Redirection | undefined => {
  const exchanges = [probe.exchange, ...trail];
  const to = exchanges.map(destinationOf).findLast((each) => each !== undefined);
  if (to === undefined) return undefined;
  if (isLoop(exchanges)) return { kind: 'loop' };
  const [before, after] = cut(to, probe) ?? [];
  if (before === undefined) return { kind: 'away' };
  const [, asked] = cut(new URL(probe.exchange.request.url), probe) ?? [];
  const isSamePath = after === asked;
  return isSamePath && before !== addressOf(probe)
    ? { kind: 'moved', to: before }
    : { kind: 'own' };
};
