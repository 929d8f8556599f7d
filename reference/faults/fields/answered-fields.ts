import { type RowFault, nameOf } from './field-fault.ts';
import {
  SHOWN_RESOURCES,
  type ShownResource,
  resourceRequirementId,
} from '../../../spec/requirements/resources.ts';
import type { ResourceKind, ResourceRow } from '../../../spec/resource-rows.ts';
import { type OperationId, operation } from '../../../spec/operations.ts';
import { changedAt } from '../../item-pointer.ts';
import { onSuccess, showsAllFieldsOn } from '../fault.ts';
import { hasFirstShape } from '../../prices/exchanged-shapes.ts';
import { withBody } from '../../reply.ts';

/** A field of an answer that has the wrong type, no listed value, or no form. */
export interface AnsweredFieldFault extends RowFault {
  readonly kind: ResourceKind;
}

/** Of another type, and still what a careless service would show. */
const ofOtherType = ({ schema: { type } }: ResourceRow, value: unknown): unknown => {
  if (type === 'string') return 7;
  if (type === 'boolean') return value === true ? 'yes' : 'no';
  return type === 'integer' ? String(value) : 'see the documents';
};

/** Not on the list, and yet of the same meaning where letters can tell it (D2); "eur" would be no fault (V2). */
const unlisted = (value: unknown): unknown => {
  if (typeof value === 'number') return value + 1;
  if (value === 'EUR') return 'USD';
  const text = String(value);
  return text === text.toUpperCase() ? text.toLowerCase() : text.toUpperCase();
};

const malformed = ({ schema }: ResourceRow, value: unknown): unknown => {
  const text = String(value);
  if (schema.format === 'date') return text.split('-').toReversed().join('/');
  if (schema.format === 'date-time') return text.slice(0, 'YYYY-MM-DD'.length);
  if (schema.format === 'country-code') return 'BEL';
  return schema.format === 'timestamp' ? 'in a month' : text.replace(/^BE/, 'FR');
};

const wrong = (row: ResourceRow, kind: ResourceKind, value: unknown): unknown => {
  if (kind === 'type') return ofOtherType(row, value);
  return kind === 'enum' ? unlisted(value) : malformed(row, value);
};

/** In which of its price shapes a service has to answer, so that a resource is seen on an operation at all (R1). */
const shapesThatShow = (prefix: ShownResource['prefix'], on: OperationId) => {
  if (prefix === 'LANDLORD-RESOURCE') return undefined;
  const isFirst = prefix === 'PRICE-FIELD';
  return hasFirstShape(operation(on).line, 'usual') === isFirst ? 'usual' : 'exchanged';
};

const idOf = (prefix: ShownResource['prefix'], row: ResourceRow, kind: string, on: OperationId) => {
  const { line, step } = operation(on);
  const shapes = shapesThatShow(prefix, on);
  if (shapes === undefined)
    return `resource-landlord-${row.name}-${kind}-on-${step.replace('draft-', '')}`;
  return `price-${line}${shapes === 'usual' ? '' : '-exchanged'}-${row.name}-${kind}`;
};

const answering = (
  prefix: ShownResource['prefix'],
  row: ResourceRow,
  kind: ResourceKind,
  on: OperationId,
): AnsweredFieldFault => {
  const shapes = shapesThatShow(prefix, on);
  const isShown = showsAllFieldsOn(on);
  return {
    id: idOf(prefix, row, kind, on),
    breaks: { requirement: resourceRequirementId(prefix, row, kind), operation: on },
    what: `${nameOf(on)} sends ${row.name} with the wrong ${kind === 'enum' ? 'value' : kind === 'type' ? 'type' : 'form'}.`,
    row,
    kind,
    on: [on],
    confinedTo: row.pointer,
    ...(shapes === 'exchanged' ? { home: 'exchanged' } : {}),
    shownBy: (choices) =>
      isShown(choices) && (shapes === undefined || choices.priceShapes === shapes),
    sow: (tables) => {
      onSuccess(tables, on, (reply) =>
        withBody(reply, (body) => changedAt(body, row.pointer, (value) => wrong(row, kind, value))),
      );
    },
  };
};

/** For every kind of every field of the shown answers one that is wrong, where no fault of its own is written out. */
export const answeredFieldFaults: readonly AnsweredFieldFault[] = SHOWN_RESOURCES.flatMap(
  ({ prefix, rows, operations }) =>
    rows
      // An id of the wrong type leads to nothing, so it is written out; an e-mail may be malformed anywhere (E9).
      .filter(({ name }) => name !== 'draftId')
      .flatMap((row) =>
        row.kinds
          .filter((kind) => kind !== 'format' || row.schema.format !== 'email')
          .flatMap((kind) => operations.map((on) => answering(prefix, row, kind, on))),
      ),
);
