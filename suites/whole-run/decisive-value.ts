import type { GeneratorContext } from '../../generators/context.ts';
import { LEGAL_VALUES } from '../../generators/legal-values.ts';
import {
  matchingPointers,
  type Pointer,
  valueAt,
  withoutValue,
  withValue,
} from '../../generators/pointer.ts';
import { brokenRulesOf } from '../../generators/valid-body.ts';
import { shorten } from '../../oracles/answers/json-body.ts';
import { CATALOGUE, type RequirementId, requirementOf } from '../../spec/catalogue.ts';
import type { Exchange } from '../../spec/exchange.ts';
import { operation, type OperationId } from '../../spec/operations.ts';
import { bodyRows, FIELD_BODY_NAMES } from '../../spec/requirements/field-bodies.ts';
import { type LegalBody, legalRequirementId } from '../../spec/requirements/legal-values.ts';

/** A body, and the answer to its call. */
export interface Sent {
  readonly body: object;
  readonly exchange: Exchange;
  /** Content of the draft on which it was sent; left out: the body is the draft. */
  readonly draft?: object | undefined;
}

/** Two bodies that differ in these values alone, of which the service refuses one. */
export interface DecisivePair {
  readonly pointers: readonly Pointer[];
  readonly refused: Sent;
  readonly accepted: Sent;
}

/** The body of an operation: a draft, or what it takes on a draft. */
export const bodyOf = (on: OperationId): LegalBody => {
  const { line, request } = operation(on);
  const shown = FIELD_BODY_NAMES.find((each) => request.shown && each === request.name);
  return shown === undefined || shown === 'to-contract' ? `${line}-draft` : shown;
};

/** The pointer with `*` for items of lists. */
const patternOf = (pointer: Pointer): Pointer => pointer.replaceAll(/\/\d+(?=\/|$)/g, '/*');

/** The requirement on all legal values of a field, if the catalogue has one. */
const fieldRequirement = (
  on: OperationId,
  pointer: Pointer | undefined,
): RequirementId | undefined => {
  const row = bodyRows(bodyOf(on)).find((each) => pointer && each.pointer === patternOf(pointer));
  const id = row && legalRequirementId(bodyOf(on), row);
  return id && CATALOGUE.has(id) ? id : undefined;
};

/** False for two lists that differ in their number of items, which may decide as well. */
const isSameLength = (one: unknown, other: unknown): boolean =>
  !Array.isArray(one) || !Array.isArray(other) || one.length === other.length;

/** The requirement on one class of values, such as lists that have a key twice (V10), if only the refused body has one there. */
const requirementOnClass = (
  on: OperationId,
  { pointers, refused, accepted }: DecisivePair,
  context: GeneratorContext,
): RequirementId | undefined =>
  LEGAL_VALUES.find(
    ({ requirement, body, operations, pointer, holds }) =>
      body === bodyOf(on) &&
      operations.includes(on) &&
      pointers.every((each) => `${each}/`.startsWith(`${pointer}/`)) &&
      requirement !== fieldRequirement(on, pointer) &&
      isSameLength(valueAt(refused.body, pointer), valueAt(accepted.body, pointer)) &&
      holds(refused.body, context) &&
      !holds(accepted.body, context),
  )?.requirement;

/**
 * Of several fields that change together, such as a city and its zip, the only one with a value of another class in the refused
 * body.
 */
const fieldOfClass = (
  on: OperationId,
  { pointers, refused, accepted }: DecisivePair,
  context: GeneratorContext,
): Pointer | undefined => {
  const [pointer, ...others] = pointers.filter((each) =>
    LEGAL_VALUES.some(
      (value) =>
        value.body === bodyOf(on) &&
        value.operations.includes(on) &&
        value.pointer === each &&
        value.holds(refused.body, context) &&
        !value.holds(accepted.body, context),
    ),
  );
  return others.length > 0 ? undefined : pointer;
};

/**
 * The requirement on the values that decide, or on the only decisive field, if it is one of the operation; else that on legal
 * requests (V17).
 */
export const requirementOn = (
  on: OperationId,
  pair: DecisivePair,
  context: GeneratorContext,
): RequirementId => {
  const onClass = requirementOnClass(on, pair, context);
  if (onClass) return onClass;
  const [pointer, ...others] = pair.pointers;
  const field = others.length > 0 ? fieldOfClass(on, pair, context) : pointer;
  const id = fieldRequirement(on, field);
  return id && requirementOf(id).operations.includes(on) ? id : 'LEGAL-01';
};

/** Expectation, such as `accepted without /language, as the same body is with /language "fr"`. */
export const wantedFor = ({ pointers, refused, accepted }: DecisivePair): string => {
  const whatIn = ({ body }: Sent): string =>
    pointers
      .map((pointer) => {
        const value = valueAt(body, pointer);
        return value === undefined
          ? `without ${pointer}`
          : `with ${pointer} ${shorten(JSON.stringify(value))}`;
      })
      .join(' and ');
  return `accepted ${whatIn(refused)}, as the same body is ${whatIn(accepted)}`;
};

/** The whole list that holds a decisive value, whose items may decide only beside each other; else the value. */
const wholeOf = (pointer: Pointer): Pointer => pointer.replace(/\/\d+(\/.*)?$/, '');

/** True if a body has the values of a failure, which explain its refusal; a field is lacking only in an object that is there. */
export const isExplainedBy =
  (body: object) =>
  ({ pointers, refused }: DecisivePair): boolean =>
    pointers
      .map(wholeOf)
      .every(
        (pointer) =>
          valueAt(body, pointer.slice(0, pointer.lastIndexOf('/'))) !== undefined &&
          JSON.stringify(valueAt(body, pointer)) === JSON.stringify(valueAt(refused.body, pointer)),
      );

/**
 * A body with the accepted value wherever it has the refused one of a pair. Undefined if the pair has several values or a lack, if
 * the body has the value nowhere, or if the result would break a rule.
 */
export const mendedBy = (
  on: OperationId,
  body: object,
  { pointers: [pointer = '', ...others], refused, accepted }: DecisivePair,
  context: GeneratorContext,
): object | undefined => {
  const value = valueAt(refused.body, pointer);
  if (others.length > 0 || value === undefined) return undefined;
  const isRefused = (place: Pointer): boolean =>
    JSON.stringify(valueAt(body, place)) === JSON.stringify(value);
  const places = matchingPointers(body, patternOf(pointer)).filter(isRefused);
  const other = valueAt(accepted.body, pointer);
  const mended = places.reduce(
    (current, place) =>
      other === undefined ? withoutValue(current, place) : withValue(current, place, other),
    body,
  );
  const isLegal = brokenRulesOf(bodyOf(on), mended, context).length === 0;
  return places.length > 0 && isLegal ? mended : undefined;
};
