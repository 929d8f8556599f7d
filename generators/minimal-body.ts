import { bodyRows, type FieldBody } from '../spec/requirements/field-bodies.ts';
import type { GeneratorContext } from './context.ts';
import { leaves, type Pointer, matchingPointers, valueAt, withoutValue } from './pointer.ts';
import { brokenRulesOf } from './valid-body.ts';

/** Optional fields and items that a body's schema can do without, the largest first. */
export const removablePointers = (body: FieldBody, valid: object): readonly Pointer[] =>
  bodyRows(body)
    .filter(({ presence }) => presence !== 'required')
    .flatMap(({ pointer }) => matchingPointers(valid, pointer))
    .toSorted((a, b) => leaves(valueAt(valid, b)).length - leaves(valueAt(valid, a)).length);

/**
 * A legal body without everything that can be removed one by one while it stays legal and `keeps` is true. It need not
 * be complete any more.
 */
export const minimiseBody = (
  body: FieldBody,
  valid: object,
  context: GeneratorContext,
  keeps: (candidate: object) => boolean,
): object => {
  let current = valid;
  for (;;) {
    const before = current;
    const smaller = removablePointers(body, before)
      .map((place) => withoutValue(before, place))
      .find(
        (candidate) => brokenRulesOf(body, candidate, context).length === 0 && keeps(candidate),
      );
    if (!smaller) return current;
    current = smaller;
  }
};
