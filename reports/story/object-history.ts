import type { Exchange } from '../../spec/exchange.ts';
import { OPERATIONS } from '../../spec/operations.ts';

/** Words of the paths of all operations, which are no ids. */
const WORDS: ReadonlySet<string> = new Set(
  OPERATIONS.flatMap(({ path }) => path.split('/').filter((part) => !part.startsWith('{'))),
);

/** Segments of the path of an address, decoded where that is possible. */
export const segmentsOf = (url: string): readonly string[] =>
  (URL.parse(url)?.pathname ?? '')
    .split('/')
    .filter((part) => part !== '')
    .map((part) => {
      try {
        return decodeURIComponent(part);
      } catch {
        return part;
      }
    });

/** Segments of an exchange's path that may be ids: neither a word of the specification nor the country. */
const idsIn = ({ request }: Exchange): readonly string[] =>
  segmentsOf(request.url).filter((part) => !WORDS.has(part) && !/^be$/i.test(part));

const headerText = (value: string | readonly string[] | undefined): string =>
  value === undefined ? '' : [value].flat().join(' ');

/** Tests if an answer holds an id, as a whole value of its body or a segment of its Location. */
const gives = ({ response }: Exchange, id: string): boolean => {
  if (response === undefined || response.status >= 400) return false;
  const location = headerText(response.headers['location']);
  if (location.split(/[/?#]/).includes(encodeURIComponent(id))) return true;
  const { text, encoding } = response.body;
  if (encoding !== 'utf8' || !text.includes(id)) return false;
  if (text.includes(JSON.stringify(id))) return true;
  // A number stands without quotes; other ids are no patterns.
  return /^\d+$/.test(id) && new RegExp(`[:\\[,]\\s*${id}\\s*[,}\\]]`).test(text);
};

/** An object of the service, such as a draft: its id, the call that created it, and those on it, in chronological order. */
export interface ObjectHistory {
  readonly id: string;
  readonly created: Exchange;
  readonly calls: readonly Exchange[];
}

/** Answers before the first call on an object that are searched for its id. */
const SEARCHED = 2000;

/** Orders exchanges as they were sent. */
export const inOrder = (a: Exchange, b: Exchange): number =>
  a.at === b.at ? a.n - b.n : a.at < b.at ? -1 : 1;

/** Histories of the objects of a run. Reads the exchanges once, and an answer only when its object is requested. */
export const objectHistories = (
  exchanges: readonly Exchange[],
): ((exchange: Exchange) => readonly ObjectHistory[]) => {
  const calls = new Map<string, Exchange[]>();
  for (const exchange of exchanges)
    for (const id of idsIn(exchange)) {
      const known = calls.get(id);
      if (known) known.push(exchange);
      else calls.set(id, [exchange]);
    }
  const places = new Map(exchanges.map((each, at) => [each.n, at]));
  const known = new Map<string, ObjectHistory | undefined>();
  const createdBy = (id: string, first: Exchange): Exchange | undefined => {
    const ids = idsIn(first);
    // Updates of a draft answer with the ids of its items, too: the first answer counts. A segment that no answer issued, such
    // as the path of the base url, is in every call and holds none.
    for (const parent of ids.slice(0, ids.indexOf(id)))
      for (const exchange of historyOf(parent)?.calls ?? [])
        if (exchange.n < first.n && !idsIn(exchange).includes(id) && gives(exchange, id))
          return exchange;
    const end = places.get(first.n) ?? 0;
    for (let at = end - 1; at >= Math.max(0, end - SEARCHED); at -= 1) {
      const exchange = exchanges[at];
      if (exchange && exchange.request.method !== 'GET' && gives(exchange, id)) return exchange;
    }
    return undefined;
  };
  const historyOf = (id: string): ObjectHistory | undefined => {
    if (known.has(id)) return known.get(id);
    const own = (calls.get(id) ?? []).toSorted(inOrder);
    const [first] = own;
    const created = first && createdBy(id, first);
    const history = created && { id, created, calls: own };
    known.set(id, history);
    return history;
  };
  return (exchange) => idsIn(exchange).flatMap((id) => historyOf(id) ?? []);
};
