import { type Pointer, valueAt } from '../../generators/pointer.ts';
import { shorten } from '../../oracles/answers/json-body.ts';
import { CATALOGUE, type RequirementId, requirementOf } from '../../spec/catalogue.ts';
import type { Exchange } from '../../spec/exchange.ts';
import { operation, type OperationId } from '../../spec/operations.ts';
import { bodyRows } from '../../spec/requirements/field-bodies.ts';
import { legalRequirementId } from '../../spec/requirements/legal-values.ts';

/** A body and the answer to its write. */
export interface Written {
  readonly body: object;
  readonly exchange: Exchange;
}

/** Two bodies that differ in these values alone, of which the service refuses one. */
export interface DecisivePair {
  readonly pointers: readonly Pointer[];
  readonly refused: Written;
  readonly accepted: Written;
}

/** The draft body of an operation's line. */
export const bodyOf = (on: OperationId) => `${operation(on).line}-draft` as const;

/** The requirement on the only decisive field if it is one of the operation; else that on legal requests (V17). */
export const requirementOn = (on: OperationId, pair: DecisivePair): RequirementId => {
  const [pointer, ...others] = pair.pointers;
  const pattern = others.length > 0 ? undefined : pointer?.replaceAll(/\/\d+(?=\/|$)/g, '/*');
  const row = bodyRows(bodyOf(on)).find((each) => each.pointer === pattern);
  const id = row && legalRequirementId(bodyOf(on), row);
  return id && CATALOGUE.has(id) && requirementOf(id).operations.includes(on) ? id : 'LEGAL-01';
};

/** Expectation, such as `accepted without /language, as the same draft is with "fr"`. */
export const wantedFor = ({ pointers, refused, accepted }: DecisivePair): string => {
  const whatIn = ({ body }: Written): string =>
    pointers
      .map((pointer) => {
        const value = valueAt(body, pointer);
        return value === undefined
          ? `without ${pointer}`
          : `with ${pointer} ${shorten(JSON.stringify(value))}`;
      })
      .join(' and ');
  return `accepted ${whatIn(refused)}, as the same draft is ${whatIn(accepted)}`;
};

/** True if a body has the values of a failure, which explain its refusal. */
export const isExplainedBy =
  (body: object) =>
  ({ pointers, refused }: DecisivePair): boolean =>
    pointers.every(
      (pointer) =>
        JSON.stringify(valueAt(body, pointer)) === JSON.stringify(valueAt(refused.body, pointer)),
    );
