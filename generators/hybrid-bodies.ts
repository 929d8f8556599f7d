import type { FieldBody } from '../spec/requirements/field-bodies.ts';
import type { GeneratorContext } from './context.ts';
import { isObject, type Pointer, pointerTo, valueAt, withoutValue, withValue } from './pointer.ts';
import { brokenRulesOf } from './valid-body.ts';

/** A legal body between two others, and the values in which it differs from the body before it. */
export interface HybridBody {
  readonly body: object;
  readonly pointers: readonly Pointer[];
}

/** Pointers of the values that differ; an object or a list that only one of the bodies has is one value. */
const differingPointers = (from: unknown, to: unknown, at: Pointer = ''): readonly Pointer[] => {
  if (isObject(from) && isObject(to))
    return [...new Set([...Object.keys(from), ...Object.keys(to)])].flatMap((key) =>
      differingPointers(from[key], to[key], pointerTo(at, key)),
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
 * `first`: fields that only the other one has (`added`), or all other values (`changed`). The last body is the other one.
 */
export const hybridBodies = (
  name: FieldBody,
  from: object,
  to: object,
  context: GeneratorContext,
  first: 'added' | 'changed' = 'added',
): readonly HybridBody[] => {
  const pointers = differingPointers(from, to);
  const isAdded = (pointer: Pointer): boolean => valueAt(from, pointer) === undefined;
  const added = pointers.filter(isAdded);
  const changed = pointers.filter((pointer) => !isAdded(pointer));
  const ordered = tied(first === 'added' ? [...added, ...changed] : [...changed, ...added]);
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
