import type { Exchange } from '../../spec/exchange.ts';
import { bodyRows } from '../../spec/requirements/field-bodies.ts';
import { isObject } from './json-body.ts';
import { type AnswerPart, resourceIn, strayPart } from './resource.ts';
import { isAbsent, judgeValue } from './value.ts';

/** The value at a pointer of a landlord draft, or undefined. */
export const valueAt = (root: unknown, pointer: string): unknown =>
  pointer
    .slice(1)
    .split('/')
    .reduce<unknown>(
      (value, key) => (isObject(value) && Object.hasOwn(value, key) ? value[key] : undefined),
      root,
    );

/** The rows of a landlord draft that hold a value. */
export const LANDLORD_VALUES = bodyRows('landlord-draft').filter(
  ({ schema }) => !schema.properties && !schema.items,
);

const LANGUAGE = '/language';
const OWN = ['draftId', 'createdAt', 'updatedAt'];

const held = (value: unknown): readonly string[] =>
  LANDLORD_VALUES.flatMap((row) => {
    const found = valueAt(value, row.pointer);
    return !isAbsent(found) && judgeValue(row, 'type', found) === 'pass' ? [row.pointer] : [];
  });

/** True of values that only a draft has; a language alone may be anything's. */
const isDraft = (value: unknown): boolean => {
  const pointers = held(value);
  return pointers.some(
    (pointer) =>
      pointer !== LANGUAGE || OWN.some((key) => isObject(value) && Object.hasOwn(value, key)),
  );
};

/** The landlord draft in an answer that shows none of its fields where it is read; undefined if there is none (P3). */
export const strayDraft = (exchange: Exchange): AnswerPart | undefined =>
  held(resourceIn(exchange)).length > 0 ? undefined : strayPart(exchange, isDraft);
