import type { Exchange } from '../../spec/exchange.ts';
import { operation } from '../../spec/operations.ts';
import { addressOf, type Probe } from './probe.ts';

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
export const MOST_HOPS = 5;

const isLoop = (exchanges: readonly Exchange[]): boolean => {
  const seen = new Set<string>();
  for (const exchange of exchanges) {
    seen.add(exchange.request.url);
    const to = destinationOf(exchange);
    if (to === undefined) return false;
    if (seen.has(to.href)) return true;
  }
  // Somebody who sends on for ever need not come back to the same place.
  return exchanges.length > MOST_HOPS;
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
