import type { FieldBody } from '../spec/requirements/field-bodies.ts';
import type { GeneratorContext } from './context.ts';
import { isObject, type Pointer, pointerTo, valueAt, withoutValue, withValue } from './pointer.ts';
import { brokenRulesOf } from './valid-body.ts';

/** A legal body between two others, and the values in which it differs from the body before it. */
export interface HybridBody {
  readonly body: object;
  readonly pointers: readonly Pointer[];
}

/** Order in which a body takes over the values of another one. */
export type HybridOrder = 'forward' | 'backward';

/** Fields of an object, or items of a list of objects by index; undefined for a value that is changed as a whole. */
export const partsOf = (value: unknown): Readonly<Record<string, unknown>> | undefined => {
  if (isObject(value)) return value;
  return Array.isArray(value) && value.every(isObject)
    ? Object.fromEntries(value.entries())
    : undefined;
};

/**
 * Pointers of the values that differ. An object that only one of the bodies has is one value, and so are lists of different
 * lengths.
 */
const differingPointers = (from: unknown, to: unknown, at: Pointer = ''): readonly Pointer[] => {
  const [mine, other] = [partsOf(from), partsOf(to)];
  const isOtherLength = Array.isArray(from) && Array.isArray(to) && from.length !== to.length;
  if (mine && other && Array.isArray(from) === Array.isArray(to) && !isOtherLength)
    return [...new Set([...Object.keys(mine), ...Object.keys(other)])].flatMap((key) =>
      differingPointers(mine[key], other[key], pointerTo(at, key)),
    );
  return JSON.stringify(from) === JSON.stringify(to) ? [] : [at];
};

/** The body with the value that another one has at a pointer, or without it. */
export const withValueOf = (body: object, pointer: Pointer, other: object): object => {
  const value = valueAt(other, pointer);
  return value === undefined ? withoutValue(body, pointer) : withValue(body, pointer, value);
};

/** Pointers in groups: a zip code belongs to its city. */
const tied = (pointers: readonly Pointer[]): readonly (readonly Pointer[])[] => {
  const zipOf = (city: Pointer): Pointer => city.replace(/\/city$/, '/zip');
  const isCity = (pointer: Pointer): boolean => pointer.endsWith('/city');
  const zips = pointers.filter(isCity).map(zipOf);
  return pointers
    .filter((pointer) => !zips.includes(pointer))
    .map((pointer) =>
      isCity(pointer) && pointers.includes(zipOf(pointer)) ? [pointer, zipOf(pointer)] : [pointer],
    );
};

/**
 * Legal bodies on the way from one legal body to another: each takes over one value more, or the fewest that keep the rules.
 * `order`: first the fields that only the other one has, in their order (`forward`), or all the other way round (`backward`). The
 * last body is the other one.
 */
export const hybridBodies = (
  name: FieldBody,
  from: object,
  to: object,
  context: GeneratorContext,
  order: HybridOrder = 'forward',
): readonly HybridBody[] => {
  const pointers = differingPointers(from, to);
  const isAdded = (pointer: Pointer): boolean => valueAt(from, pointer) === undefined;
  const added = pointers.filter(isAdded);
  const changed = pointers.filter((pointer) => !isAdded(pointer));
  const forward = tied([...added, ...changed]);
  const ordered = order === 'forward' ? forward : forward.toReversed();
  const hybrids: HybridBody[] = [];
  let body = from;
  let taken: readonly Pointer[] = [];
  for (const together of ordered) {
    body = together.reduce<object>((current, pointer) => withValueOf(current, pointer, to), body);
    taken = [...taken, ...together];
    if (brokenRulesOf(name, body, context).length > 0) continue;
    hybrids.push({ body, pointers: taken });
    taken = [];
  }
  return hybrids;
};
