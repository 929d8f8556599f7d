import { memoized } from '../spec/memoized.ts';

/** A JSON pointer (RFC 6901) into a body, such as /risk/insuredJob/employer. The empty text is the whole body. */
export type Pointer = string;

/** Cache size for parsed pointers: those of the bodies' own fields are used over and over. */
const CACHE_SIZE = 10_000;

const stepsOf = memoized(
  (pointer: Pointer): readonly string[] =>
    pointer
      .split('/')
      .slice(1)
      .map((step) => step.replaceAll('~1', '/').replaceAll('~0', '~')),
  CACHE_SIZE,
);

/** True for a JSON object. */
export const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** The pointer to a key of the value at a pointer. */
export const pointerTo = (at: Pointer, key: string): Pointer =>
  `${at}/${key.replaceAll('~', '~0').replaceAll('/', '~1')}`;

/** The value at a pointer; undefined if there is none. */
export function valueAt(body: unknown, pointer: Pointer): unknown {
  let current = body;
  for (const step of stepsOf(pointer)) {
    if (typeof current !== 'object' || current === null || !Object.hasOwn(current, step)) {
      return undefined;
    }
    current = (current as Record<string, unknown>)[step];
  }
  return current;
}

/** A copy of a body with another value at a pointer; missing objects on the way are created, the original is not changed. */
export function withValue<T>(body: T, pointer: Pointer, value: unknown): T {
  return written(body, stepsOf(pointer), value) as T;
}

/** A copy of a body without the field at a pointer; the same body if there is none. */
export function withoutValue<T>(body: T, pointer: Pointer): T {
  if (valueAt(body, pointer) === undefined) return body;
  const end = pointer.lastIndexOf('/');
  const parent = valueAt(body, pointer.slice(0, end));
  const [key = ''] = stepsOf(pointer.slice(end));
  const rest = Array.isArray(parent)
    ? parent.filter((_, index) => String(index) !== key)
    : Object.fromEntries(Object.entries(parent as object).filter(([name]) => name !== key));

  return withValue(body, pointer.slice(0, end), rest);
}

/** Expands a pointer with `*` for the items of arrays into the concrete pointers that exist in a body, in order. */
export function matchingPointers(body: unknown, pattern: Pointer): Pointer[] {
  const star = pattern.indexOf('/*');
  if (star === -1) return valueAt(body, pattern) === undefined ? [] : [pattern];
  const before = pattern.slice(0, star);
  const items = valueAt(body, before);
  if (!Array.isArray(items)) return [];
  return items.flatMap((_, index) =>
    matchingPointers(body, `${before}/${index}${pattern.slice(star + '/*'.length)}`),
  );
}

/** All leaves of a body (values that are neither object nor array) with their pointers, in the order of the body. */
export function leaves(body: unknown, at: Pointer = ''): [Pointer, unknown][] {
  if (typeof body !== 'object' || body === null) return [[at, body]];
  return Object.entries(body).flatMap(([key, value]) => leaves(value, pointerTo(at, key)));
}

function written(current: unknown, steps: readonly string[], value: unknown): unknown {
  const [step, ...rest] = steps;
  if (step === undefined) return value;
  if (Array.isArray(current)) {
    return current.map((item, index) =>
      String(index) === step ? written(item, rest, value) : item,
    );
  }
  const object = (current ?? {}) as Record<string, unknown>;
  return { ...object, [step]: written(object[step], rest, value) };
}
