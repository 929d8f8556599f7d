import type { Exchange } from '../../spec/exchange.ts';
import type { Line } from '../../spec/line.ts';
import { type KnownOperation, operation, operationOf } from '../../spec/operations.ts';
import type { Call } from '../http/build-request.ts';
import { NOTHING_KNOWN, bodyFor, type BodyContext } from '../target/body-templates.ts';
import type { ResolvedTarget } from '../target.ts';

/** Whether a run can begin: what was seen, or what is surely wrong with the configuration and what to do about it. */
export type PreflightResult =
  | { readonly ok: true; readonly notes: readonly string[] }
  | { readonly ok: false; readonly problem: string; readonly hint: string };

/** What is surely wrong, and what to do about it. */
export type PreflightFailure = Extract<PreflightResult, { readonly ok: false }>;

/** A run that cannot begin. */
export const preflightFailure = (problem: string, hint: string): PreflightFailure => ({
  ok: false,
  problem,
  hint,
});

/** A call that the preflight wants to make, and the target whose addresses it goes to. */
export interface PlannedProbe {
  readonly call: Call;
  readonly target: ResolvedTarget;
}

/** What came of it. */
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

/** The target's own body where the specification shows none (motor gap), else the empty draft, which is legal (D8). */
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

/** The creation of a draft that leaves next to nothing behind. */
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

/** The reading of a draft; left out, of one that does not exist. */
export const draftLookup = (
  line: Line,
  target: ResolvedTarget,
  { draftId = UNKNOWN_ID, ...more }: Partial<Call> & { readonly draftId?: string } = {},
): PlannedProbe => ({
  call: { operation: on(line, 'draft-get').id, params: { draftId }, ...LABELS, ...more },
  target,
});

/** The address that a call goes to. */
export const addressOf = ({ call, target }: PlannedProbe): string =>
  operation(call.operation).address === 'gap' ? target.gap_base_url : target.base_url;

/** The line of a call. */
export const lineOf = ({ call }: PlannedProbe): Line => operation(call.operation).line;

/** Whether a call makes a draft. */
export const isCreation = ({ call }: PlannedProbe): boolean =>
  operation(call.operation).step === 'draft-create';

/** The status that came, undefined where none did. */
export const statusOf = ({ exchange }: Probe): number | undefined => exchange.response?.status;

/** Whether a call was performed. */
export const isSuccess = (probe: Probe): boolean => Math.floor((statusOf(probe) ?? 0) / 100) === 2;

const STATUSES = [301, 302, 303, 307, 308];

/** Where an answer sends its caller, as it is written; undefined where it sends nobody anywhere. */
export const locationOf = ({ response }: Exchange): string | undefined => {
  if (!response || !STATUSES.includes(response.status)) return undefined;
  return [response.headers['location'] ?? []].flat()[0];
};

/** The same as a whole address. */
const destinationOf = (exchange: Exchange): URL | undefined => {
  const location = locationOf(exchange);
  const { url } = exchange.request;
  return location !== undefined && URL.canParse(location, url) ? new URL(location, url) : undefined;
};

const bare = ({ origin, pathname }: URL): string => origin + pathname.replace(/\/+$/, '');

/** The path up to the drafts of a line, such as `/BE/lifestyle/travel/drafts`. */
const draftsPath = ({ call }: Probe): string =>
  (operation(call.operation).path.split('/{draftId}')[0] ?? '').replace('{country}', 'BE');

/** What a redirect says about the address: it leads round, elsewhere to the same path (the new address), or elsewhere. */
export type Redirection =
  | { readonly kind: 'loop' }
  | { readonly kind: 'moved'; readonly to: string }
  | { readonly kind: 'away' }
  | { readonly kind: 'own' };

/** Redirects that are followed, one after the other. */
export const MAX_REDIRECTS = 5;

const isLoop = (exchanges: readonly Exchange[]): boolean => {
  const seen = new Set<string>();
  for (const exchange of exchanges) {
    seen.add(exchange.request.url);
    const to = destinationOf(exchange);
    if (to === undefined) return false;
    if (seen.has(to.href)) return true;
  }
  // Somebody who sends on for ever need not come back to the same place.
  return exchanges.length > MAX_REDIRECTS;
};

/** An address before and after the path of the drafts; undefined where it has none. */
const cut = (url: URL, probe: Probe): readonly [before: string, after: string] | undefined => {
  const [before, after] = bare(url).split(new RegExp(`${draftsPath(probe)}(?=/|$)`, 'i'));
  return before === undefined || after === undefined ? undefined : [before, after];
};

/**
 * What a redirect says; undefined where there is none. `trail` is what came of following it. A service may send the caller
 * on to a draft or to the same path otherwise spelt (S1, W2): that is its own.
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
