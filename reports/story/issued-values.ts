import type { Exchange } from '../../spec/exchange.ts';
import { readJsonText } from '../../spec/json-text.ts';
import { OPERATIONS } from '../../spec/operations.ts';
import { segmentsOf } from './object-history.ts';

/** Place of a value in an answer: a JSON pointer into its body, or a segment of its Location, counted from the end. */
export type PlaceOfValue = { readonly pointer: string } | { readonly segment: number };

/** A value that the service issued, and that later calls send, such as an id or a token. */
export interface IssuedValue {
  /** Unique name, a word of letters, digits and `_`. */
  readonly name: string;
  readonly value: string;
  /** Number of the exchange whose answer first holds it. */
  readonly from: number;
  readonly place: PlaceOfValue;
}

/** Difference of a sent text from the issued value, as in an id without its last character. */
export type Edit =
  | { readonly kind: 'none' | 'upper' | 'lower' }
  | { readonly kind: 'end' | 'start'; readonly dropped: number; readonly added: string };

/** A text that a call sends in place of an issued value. */
export interface ValueUse {
  readonly text: string;
  readonly issued: IssuedValue;
  readonly edit: Edit;
}

/** Values that answers issue, and their uses by the number of the exchange that sends them. */
export interface IssuedValues {
  readonly values: readonly IssuedValue[];
  readonly usesOf: (exchange: Exchange) => readonly ValueUse[];
}

interface Leaf {
  readonly text: string;
  readonly pointer: string;
  readonly isNumber: boolean;
}

const leavesOf = (value: unknown, pointer = ''): readonly Leaf[] => {
  if (typeof value === 'string') return [{ text: value, pointer, isNumber: false }];
  if (typeof value === 'number') return [{ text: String(value), pointer, isNumber: true }];
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, inner]) =>
    leavesOf(inner, `${pointer}/${key.replaceAll('~', '~0').replaceAll('/', '~1')}`),
  );
};

const bodyLeaves = (body: { readonly encoding: string; readonly text: string } | undefined) => {
  if (body?.encoding !== 'utf8') return [];
  const read = readJsonText(body.text);
  return read.ok ? leavesOf(read.value) : [];
};

const WORDS: ReadonlySet<string> = new Set(OPERATIONS.flatMap(({ path }) => path.split('/')));

/** Shorter texts in a body equal an issued value by chance, such as a currency. */
const SHORTEST = 6;
/** Characters by which a text may differ at an end from an issued value of at least the second length. */
const [MOST_EDITED, SHORTEST_EDITED] = [2, 8];

/** Texts of a request that may be issued values. */
const sentTexts = ({ request }: Exchange): readonly string[] => {
  const query = URL.parse(request.url)?.searchParams ?? [];
  const isUnlikely = ({ text, isNumber }: Leaf): boolean =>
    isNumber ? /^\d{1,3}$/.test(text) : text.length < SHORTEST;
  return [
    ...segmentsOf(request.url).filter((part) => !WORDS.has(part) && !/^be$/i.test(part)),
    ...[...query].map(([, value]) => value),
    ...bodyLeaves(request.body)
      .filter((leaf) => !isUnlikely(leaf))
      .map(({ text }) => text),
  ];
};

/** Values of an answer by their text; those of the body before those of its Location. */
const answerTexts = ({ response }: Exchange): readonly (readonly [string, PlaceOfValue])[] => {
  if (response === undefined) return [];
  const location = [response.headers['location'] ?? []].flat()[0];
  const path = location === undefined ? '' : (URL.parse(location, 'http://any')?.href ?? '');
  return [
    ...bodyLeaves(response.body).map(({ text, pointer }) => [text, { pointer }] as const),
    ...segmentsOf(path)
      .toReversed()
      .map((text, segment) => [text, { segment }] as const),
  ];
};

const sharedLength = (a: string, b: string): number => {
  let at = 0;
  while (at < a.length && a[at] === b[at]) at += 1;
  return at;
};

const reversed = (text: string): string => Array.from(text).toReversed().join('');

/** The edit that makes a text from an issued value; undefined if they have too little in common. */
const editOf = (value: string, text: string): Edit | undefined => {
  if (value === text) return { kind: 'none' };
  if (value.length < SHORTEST_EDITED) return undefined;
  if (value.toUpperCase() === text) return { kind: 'upper' };
  if (value.toLowerCase() === text) return { kind: 'lower' };
  const head = sharedLength(value, text);
  if (Math.max(value.length, text.length) - head <= MOST_EDITED)
    return { kind: 'end', dropped: value.length - head, added: text.slice(head) };
  const tail = sharedLength(reversed(value), reversed(text));
  return Math.max(value.length, text.length) - tail <= MOST_EDITED
    ? { kind: 'start', dropped: value.length - tail, added: text.slice(0, text.length - tail) }
    : undefined;
};

const wordOf = (place: PlaceOfValue): string => {
  const last =
    'pointer' in place
      ? place.pointer.split('/').findLast((each) => !/^\d*$/.test(each))
      : 'location';
  return (last ?? 'value').replaceAll(/\W/g, '_').replace(/^(?=\d)/, '_');
};

/**
 * Finds the values that answers issue and later calls send. `lanes` are the calls in order; those of one lane were under way
 * at once, and cannot use the answers of each other. A value that a call sent first was not issued.
 */
export const issuedValues = (lanes: readonly (readonly Exchange[])[]): IssuedValues => {
  const issued = new Map<string, IssuedValue>();
  const used = new Set<IssuedValue>();
  const uses = new Map<number, readonly ValueUse[]>();
  const sent = new Set<string>();
  const useOf = (text: string): readonly ValueUse[] => {
    const same = issued.get(text);
    if (same) return [{ text, issued: same, edit: { kind: 'none' } }];
    for (const each of issued.values()) {
      const edit = editOf(each.value, text);
      if (edit) return [{ text, issued: each, edit }];
    }
    return [];
  };
  for (const lane of lanes) {
    for (const exchange of lane) {
      const own = [...new Set(sentTexts(exchange))].flatMap(useOf);
      for (const each of own) used.add(each.issued);
      uses.set(exchange.n, own);
    }
    for (const exchange of lane) for (const text of sentTexts(exchange)) sent.add(text);
    for (const exchange of lane)
      for (const [value, place] of answerTexts(exchange)) {
        if (value === '' || sent.has(value) || issued.has(value)) continue;
        const name = `${wordOf(place)}_${exchange.n}`;
        const taken = [...issued.values()].filter((each) => each.name.startsWith(name)).length;
        issued.set(value, {
          name: taken === 0 ? name : `${name}_${taken + 1}`,
          value,
          from: exchange.n,
          place,
        });
      }
  }
  return { values: [...used], usesOf: ({ n }) => uses.get(n) ?? [] };
};
