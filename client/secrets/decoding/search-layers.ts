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
 * Three nested encodings of a service, and two of our own: a JSON line holds strings, some of which quote an answer. Folded
 * base64, as in mail, takes two layers: unfolding, then decoding.
 */
const DEPTH = 3 * 2 + 2;
/** Search budget in characters and bytes: a minimum, and for longer texts a multiple of the length, up to a maximum. */
const LEAST_ROOM = 2_000_000;
const MOST_LAYERS = 32;
const MOST_ROOM = 128_000_000;
/** Minimum length of the remainder of a truncated value. */
const SHORTEST_LEFT = 8;
/** Characters of layers that are cached to detect duplicates. */
const KEPT = 1_000_000;

/** Values that are searched for in every layer of a text. */
export interface SecretSearch extends SearchTraits {
  /** True if some values contain quotes, which may be doubled. */
  readonly hasQuotes: boolean;
  /** All matches in a layer, whose characters are bytes. `isPart`: it was cut out of another, at arbitrary positions. */
  find(layer: string, isPart: boolean): readonly SecretMatch[];
}

/** Result of searching a text. */
export interface SearchResult {
  /** In order, without overlaps. */
  readonly found: readonly SecretMatch[];
  /** Number of characters and bytes inspected. */
  readonly steps: number;
  /** True if the search budget was exceeded. */
  readonly isCutOff: boolean;
}

/** Merges overlapping matches; the result is the first of the longest ones if that covers it. */
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

/** Replacement of a value that is present in encoded form only. */
const encoded = ({ replacement }: SecretMatch): SecretMatch['replacement'] =>
  replacement.live ? { ...replacement, live: false } : replacement;

/** Minimum length of a text with an encoded value: it is no shorter than the value, unless compressed. */
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
  /** Several orders of decoding may yield the same text. */
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

/** Maps matches in the UTF-8 bytes to matches in the text. */
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

/** Without any of these a text has no escapes, UTF-16 bytes or truncations. */
// oxlint-disable-next-line no-control-regex -- bytes are looked for
const SIGN = /[%&\\\0-\x08\x1f…]/;
const DOUBLED_QUOTE = /""|''/;

const holdsMore = (text: string, known: SecretSearch): boolean =>
  SIGN.test(text) ||
  holdsEncodedRun(text, known) ||
  isFolded(text) ||
  (known.hasQuotes && DOUBLED_QUOTE.test(text));

/**
 * Searches a text, including its encoded parts: escapes of URLs, forms, HTML, JSON and CSV, base64, hexadecimal digits, UTF-16,
 * gzip and zlib, nested. Time and memory are bounded by the length of the text. `asIs` finds unencoded values.
 */
export const searchText = (
  text: string,
  known: SecretSearch,
  asIs: (text: string) => readonly SecretMatch[],
): SearchResult => {
  // Fast path for most texts.
  if (text.length < shortestLayer(known) || !holdsMore(text, known))
    return { found: asIs(text), steps: text.length, isCutOff: false };
  if (!BEYOND_ASCII.test(text)) return searched(text, 'whole', known);
  const bytes = utf8Bytes(text);
  // The remainder of a truncated value is shorter than the value.
  const shortest = Math.min(known.shortest, text.includes('…') ? SHORTEST_LEFT : Infinity);
  const { found, ...rest } = searched(bytes, 'whole', { ...known, shortest });
  return { ...rest, found: merged([...asIs(text), ...inText(bytes, found)]) };
};

/** As `searchText`, for bytes, which may also be compressed without magic bytes. */
export const searchBytes = (bytes: Buffer, known: SecretSearch): SearchResult =>
  searched(bytes.toString('latin1'), 'body', known);
