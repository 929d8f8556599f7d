import type { Exchange } from '../../spec/exchange.ts';
import { bodyRows } from '../../spec/requirements/field-bodies.ts';
import { isObject, objectIn } from './json-body.ts';
import { type AnswerPart, resourceIn, strayPart } from './resource.ts';
import { isAbsent, judgeValue } from './value.ts';

/** The value at a pointer of a landlord draft; undefined if absent. */
export const valueAt = (root: unknown, pointer: string): unknown =>
  pointer
    .slice(1)
    .split('/')
    .reduce<unknown>(
      (value, key) => (isObject(value) && Object.hasOwn(value, key) ? value[key] : undefined),
      root,
    );

/** Rows of a landlord draft that hold a value. */
export const LANDLORD_VALUES = bodyRows('landlord-draft').filter(
  ({ schema }) => !schema.properties && !schema.items,
);

/** Many objects have a language; beside a key that only the resource has, it is the draft's. */
const LANGUAGE = '/language';
const OWN = ['draftId', 'createdAt', 'updatedAt'];

const held = (value: unknown): readonly string[] =>
  LANDLORD_VALUES.flatMap((row) => {
    const found = valueAt(value, row.pointer);
    return !isAbsent(found) && judgeValue(row, 'type', found) === 'pass' ? [row.pointer] : [];
  });

const hasOwnKey = (value: unknown): boolean =>
  isObject(value) && OWN.some((key) => Object.hasOwn(value, key));

/**
 * The landlord draft in an answer that shows none of its fields at the declared place: an object with values that only a draft
 * has, one of which a write sent. A language alone is not a draft if the declared place shows keys of the resource. Undefined
 * if there is none (P3).
 */
export const strayDraft = (exchange: Exchange): AnswerPart | undefined => {
  const resource = resourceIn(exchange);
  if (held(resource).length > 0) return undefined;
  const sent = objectIn(exchange.request.body);
  const isFound = hasOwnKey(resource);
  return strayPart(exchange, (value) =>
    held(value).some(
      (pointer) =>
        (pointer !== LANGUAGE || (!isFound && hasOwnKey(value))) &&
        (sent === undefined || !isAbsent(valueAt(sent, pointer))),
    ),
  );
};
