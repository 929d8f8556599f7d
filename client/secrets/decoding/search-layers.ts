import type { SecretMatch } from '../secret-matcher.ts';
import {
  encodedViews,
  holdsEncodedRun,
  SHORTEST_COMPRESSED,
  type SearchTraits,
} from './encoded-runs.ts';
import { bareViews, type SpendBudget, SearchBudgetExceeded, unpackedViews } from './compressed.ts';
import { isFolded, unescapedViews } from './escapes.ts';
import { textStretches, viewsAt, utf16Views } from './utf16.ts';
import { charactersIn, utf8Bytes, type View } from './views.ts';

/**
 * Three encodings of a service, one inside the other, and two of our own: a line of JSON holds texts, and some of them quote
 * an answer. One in lines, as mails have base64, takes two layers: the lines are joined, then decoded.
 */
const DEPTH = 3 * 2 + 2;
/** Characters and bytes that are looked at in a text, however short; of a longer one so many times its length, at most so many. */
const LEAST_ROOM = 2_000_000;
const MOST_LAYERS = 32;
const MOST_ROOM = 128_000_000;
/** Characters of what is left of a value where a text was cut. */
const SHORTEST_LEFT = 8;
/** Characters of layers that are kept to be known again. */
const KEPT = 1_000_000;

/** The values that are looked for in every layer of a text. */
export interface SecretSearch extends SearchTraits {
  /** Whether some of them have quotes, which may be doubled. */
  readonly hasQuotes: boolean;
  /** All that stand in a text, whose characters are bytes. `isPart`: of another one, and cut off wherever that was. */
  find(layer: string, isPart: boolean): readonly SecretMatch[];
}

/** What was found in a text. */
export interface SearchResult {
  /** In order, without overlaps. */
  readonly found: readonly SecretMatch[];
  /** How many characters and bytes were looked at. */
  readonly steps: number;
  /** Whether there was too much in it to look at all. */
  readonly isCutOff: boolean;
}

/** Overlapping finds as one; it is what the first of the longest is, if that covers it. */
const merged = (finds: readonly SecretMatch[]): readonly SecretMatch[] => {
  if (finds.length < 2) return finds;
  const all: SecretMatch[] = [];
  for (const find of finds.toSorted((a, b) => a.from - b.from || b.to - a.to)) {
    const last = all.at(-1);
    if (!last || find.from >= last.to) all.push(find);
    else if (find.to > last.to)
      all[all.length - 1] = { ...last, to: find.to, replacement: encoded(last) };
  }
  return all;
};

/** What stands for a value that is not there as it is. */
const encoded = ({ replacement }: SecretMatch): SecretMatch['replacement'] =>
  replacement.live ? { ...replacement, live: false } : replacement;

/** Characters of a text in which something is encoded: it is no shorter than that was, if it is not compressed. */
const shortestLayer = ({ shortest }: SecretSearch): number =>
  Math.min(shortest, SHORTEST_COMPRESSED);

const openSearch = (known: SecretSearch, room: number) => {
  let steps = 0;
  let kept = 0;
  const seen = new Map<
    string,
    { readonly depth: number; readonly found: readonly SecretMatch[] }
  >();
  const take: SpendBudget = (count) => {
    steps += count;
    if (steps >= room) throw new SearchBudgetExceeded();
    return room - steps;
  };

  function* viewsOf(layer: string, isBody: boolean): Generator<View> {
    for (const { from, to } of textStretches(layer, shortestLayer(known)))
      yield* viewsAt(from, unescapedViews(layer.slice(from, to)));
    yield* utf16Views(layer);
    yield* unpackedViews(layer, take);
    yield* encodedViews(layer, known);
    if (isBody) yield* bareViews(layer, take);
  }
  const inLayer = (layer: string, depth: number, kind: 'body' | 'part' | 'whole') => {
    take(layer.length);
    const found = known.find(layer, kind === 'part');
    if (depth === 0 || layer.length < shortestLayer(known)) return merged(found);
    const all = [...found];
    for (const view of viewsOf(layer, kind === 'body')) {
      const inner = inView(view, depth - 1);
      if (inner.length === 0) continue;
      const locate = view.locate();
      for (const each of inner) all.push({ ...locate(each), replacement: encoded(each) });
    }
    return merged(all);
  };
  /** One text may come of several orders of decoding. */
  const inView = ({ text, isPart }: View, depth: number): readonly SecretMatch[] => {
    const before = seen.get(text);
    if (before && before.depth >= depth) return before.found;
    const found = inLayer(text, depth, isPart ? 'part' : 'whole');
    kept += text.length;
    if (kept <= KEPT) seen.set(text, { depth, found });
    return found;
  };
  return { inLayer, steps: () => steps };
};

const searched = (layer: string, kind: 'body' | 'whole', known: SecretSearch): SearchResult => {
  const room = Math.min(LEAST_ROOM + MOST_LAYERS * layer.length, MOST_ROOM);
  const { inLayer, steps } = openSearch(known, room);
  try {
    return { found: inLayer(layer, DEPTH, kind), steps: steps(), isCutOff: false };
  } catch (error) {
    if (!(error instanceof SearchBudgetExceeded)) throw error;
    return { found: [], steps: steps(), isCutOff: true };
  }
};

const isContinuation = (byte: number | undefined): boolean =>
  byte !== undefined && (byte & 0xc0) === 0x80;

/** Finds in the text in place of finds in its UTF-8. */
const inText = (bytes: string, found: readonly SecretMatch[]): readonly SecretMatch[] => {
  let seen = 0;
  let characters = 0;
  const to = (position: number): number => {
    characters += charactersIn(bytes.slice(seen, position));
    seen = position;
    return characters;
  };
  return found.map((each) => {
    let { from, to: end } = each;
    while (from > seen && isContinuation(bytes.charCodeAt(from))) from -= 1;
    while (isContinuation(bytes.charCodeAt(end))) end += 1;
    return { ...each, from: to(from), to: to(end) };
  });
};

// oxlint-disable-next-line no-control-regex -- bytes are looked for
const BEYOND_ASCII = /[^\0-\x7f]/;

/** Without any of these there are neither escapes, nor bytes of UTF-16, nor a cut in a text. */
// oxlint-disable-next-line no-control-regex -- bytes are looked for
const SIGN = /[%&\\\0-\x08\x1f…]/;
const DOUBLED_QUOTE = /""|''/;

const holdsMore = (text: string, known: SecretSearch): boolean =>
  SIGN.test(text) ||
  holdsEncodedRun(text, known) ||
  isFolded(text) ||
  (known.hasQuotes && DOUBLED_QUOTE.test(text));

/**
 * What is looked for in a text, also where it is encoded in it: escapes of URLs, forms, HTML, JSON, CSV, base64, hexadecimal digits,
 * UTF-16, gzip and zlib, one in another. Time and memory are bounded by the length of the text. `asIs` finds what is not encoded.
 */
export const searchText = (
  text: string,
  known: SecretSearch,
  asIs: (text: string) => readonly SecretMatch[],
): SearchResult => {
  // Most texts come to an end here.
  if (text.length < shortestLayer(known) || !holdsMore(text, known))
    return { found: asIs(text), steps: text.length, isCutOff: false };
  if (!BEYOND_ASCII.test(text)) return searched(text, 'whole', known);
  const bytes = utf8Bytes(text);
  // What is left of a value where a text was cut is shorter than all of it.
  const shortest = Math.min(known.shortest, text.includes('…') ? SHORTEST_LEFT : Infinity);
  const { found, ...rest } = searched(bytes, 'whole', { ...known, shortest });
  return { ...rest, found: merged([...asIs(text), ...inText(bytes, found)]) };
};

/** As `searchText`, for bytes, which may also be compressed without a sign. */
export const searchBytes = (bytes: Buffer, known: SecretSearch): SearchResult =>
  searched(bytes.toString('latin1'), 'body', known);
