import * as fc from 'fast-check';

/** Marks an omitted key. */
export const ABSENT: unique symbol = Symbol('absent');
/** The type of {@link ABSENT}. */
export type Absent = typeof ABSENT;

/** Any legal draft, or one that holds everything that a price, an EMAIL lead and a contract could need. */
export type Extent = 'any' | 'complete';

type Value<T, K extends keyof T> =
  Partial<Pick<T, K>> extends Pick<T, K> ? Exclude<T[K], undefined> | Absent : T[K];

/** One arbitrary for every key of T; only those of optional keys may be absent. */
export type Fields<T> = { readonly [K in keyof T]-?: fc.Arbitrary<Value<T, K>> };

/** Always left out. */
export const absent: fc.Arbitrary<Absent> = fc.constant(ABSENT);

/** Omits the value one time in three. Shrinks to the omitted value. */
export function optional<T>(value: fc.Arbitrary<T>): fc.Arbitrary<T | Absent> {
  return fc.option(value, { nil: ABSENT, freq: 3 });
}

/** Presence of a field that a contract could need: always in a complete draft, otherwise {@link optional}. */
export function optionalUnlessComplete(
  extent: Extent,
): <T>(value: fc.Arbitrary<T>) => fc.Arbitrary<T | Absent> {
  return extent === 'complete' ? (value) => value : optional;
}

/** An object of independent fields, its keys in the order given. Shrinks to the fewest keys, each value shrunk. */
export function record<T extends object>(fields: Fields<T>): fc.Arbitrary<T> {
  const keys = Object.keys(fields);
  const values = Object.values<fc.Arbitrary<unknown>>(fields);

  return fc.tuple(...values).map((drawn) => {
    const object: Record<string, unknown> = {};
    for (const [index, key] of keys.entries()) {
      if (drawn[index] !== ABSENT) object[key] = drawn[index];
    }
    return object as T;
  });
}

/** One of several kinds of value, all equally likely. Shrinks to the first kind. */
export function oneKindOf<T>(...kinds: readonly fc.Arbitrary<T>[]): fc.Arbitrary<T> {
  return fc.oneof({ withCrossShrink: true }, ...kinds);
}
