import { isObject } from './json-body.ts';

/** A value found in a body, with its real place as a JSON pointer. */
export interface FoundValue {
  readonly where: string;
  readonly value: unknown;
}

/** A place in bodies of one shape: the place above it, and the key there, `*` for every item of a list. */
export interface BodyPlace {
  readonly above: BodyPlace | undefined;
  readonly key: string;
}

/** What was found in one body so far. */
export type FoundValues = Map<BodyPlace, readonly FoundValue[]>;

/** The places of a pointer such as `/prices/ * /variant` (without the blanks), each made once in `known`. */
export const placeOf = (pointer: string, known: Map<string, BodyPlace>): BodyPlace => {
  const before = known.get(pointer);
  if (before) return before;
  const cut = pointer.lastIndexOf('/');
  const above = cut < 0 ? undefined : placeOf(pointer.slice(0, cut), known);
  const made = { above, key: pointer.slice(cut + 1) };
  known.set(pointer, made);
  return made;
};

/** A key as it is written in a JSON pointer. */
export const escapeKey = (key: string): string =>
  key.includes('~') || key.includes('/') ? key.replaceAll('~', '~0').replaceAll('/', '~1') : key;

const NOTHING: readonly FoundValue[] = [];

/** What lies one step below; null counts as absent (V14). */
const below = (parents: readonly FoundValue[], key: string): readonly FoundValue[] => {
  if (parents.length === 0) return NOTHING;
  const found: FoundValue[] = [];
  const add = (where: string, value: unknown): void => {
    if (value !== null && value !== undefined) found.push({ where, value });
  };
  for (const { where, value } of parents) {
    if (key === '*') {
      if (Array.isArray(value))
        for (const [index, item] of value.entries()) add(`${where}/${index}`, item);
    } else if (isObject(value) && Object.hasOwn(value, key))
      add(`${where}/${escapeKey(key)}`, value[key]);
  }
  return found;
};

/** Every value of a body at a place. What lies above it is looked for once, and kept in `known`: under load that is most of the work. */
export const valuesAt = (
  place: BodyPlace,
  body: unknown,
  known: FoundValues,
): readonly FoundValue[] => {
  const before = known.get(place);
  if (before) return before;
  const root = body === null || body === undefined ? NOTHING : [{ where: '', value: body }];
  const found = place.above ? below(valuesAt(place.above, body, known), place.key) : root;
  known.set(place, found);
  return found;
};
