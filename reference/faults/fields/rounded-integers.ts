import {
  FIELD_BODY_NAMES,
  type FieldBody,
  bodyRows,
  operationsWithBody,
} from '../../../spec/requirements/field-bodies.ts';
import { BODY_NAMES, type BodyRowFault, namesOf, whereOf } from './field-fault.ts';
import type { ResourceRow } from '../../../spec/resource-rows.ts';
import { fieldRequirementId } from '../../../spec/requirements/field-faults.ts';
import { overlook } from './overlook.ts';
import { valuesAt } from '../../item-pointer.ts';
import { withNode } from './broken-field.ts';

const isFractional = (value: unknown): boolean =>
  typeof value === 'number' && !Number.isInteger(value);

const rounded = (body: FieldBody, row: ResourceRow): BodyRowFault => {
  const requirement = fieldRequirementId(body, row, 'type');
  const { suffix, on } = whereOf(`${requirement} rounded`, operationsWithBody(body));
  return {
    id: `rounded-${BODY_NAMES[body]}-${row.name}${suffix}`,
    breaks: { requirement, operation: on },
    what: `${namesOf(on)} accepts 12.5 as ${row.name}, which is an integer.`,
    body,
    row,
    on,
    confinedTo: row.pointer,
    sow: (tables) => {
      const { bodies } = tables.schemas;
      const fractional = { type: 'number', not: { type: 'integer' } };
      for (const each of on)
        bodies[each] = withNode(bodies[each], row, (node) => ({ anyOf: [fractional, node] }));
      overlook(tables, on, (sent) => valuesAt(sent, row.pointer).some(isFractional));
    },
  };
};

/** For every integer of every body a service that takes it with a fraction, and minds any other type (V1). */
export const roundedIntegerFaults: readonly BodyRowFault[] = FIELD_BODY_NAMES.flatMap((body) =>
  bodyRows(body)
    .filter(({ schema }) => schema.type === 'integer')
    .map((row) => rounded(body, row)),
);
