import {
  FIELD_BODY_NAMES,
  type FieldBody,
  bodyRows,
  operationsWithBody,
} from '../../../spec/requirements/field-bodies.ts';
import { BODY_NAMES, type BodyRowFault, namesOf, whereOf } from './field-fault.ts';
import type { ResourceRow } from '../../../spec/resource-rows.ts';
import { fieldRequirementId } from '../../../spec/requirements/field-faults.ts';
import { foreignValues } from '../../../spec/enumerations.ts';
import { overlook } from './overlook.ts';
import { valuesAt } from '../../item-pointer.ts';
import { withNode } from './broken-field.ts';

const merged = (body: FieldBody, row: ResourceRow): BodyRowFault => {
  const requirement = fieldRequirementId(body, row, 'enum');
  const { suffix, on } = whereOf(`${requirement} merged`, operationsWithBody(body));
  const listed = row.schema.enum ?? [];
  const foreign: readonly unknown[] = foreignValues(listed);
  return {
    id: `merged-${BODY_NAMES[body]}-${row.name}${suffix}`,
    breaks: { requirement, operation: on },
    what: `${namesOf(on)} accepts values of another list as ${row.name}, such as ${String(foreign[0])}.`,
    body,
    row,
    on,
    confinedTo: row.pointer,
    sow: (tables) => {
      const { bodies } = tables.schemas;
      for (const each of on)
        bodies[each] = withNode(bodies[each], row, (node) =>
          'enum' in node ? { ...node, enum: [...listed, ...foreign] } : node,
        );
      overlook(tables, on, (sent) =>
        valuesAt(sent, row.pointer).some((value) => foreign.includes(value)),
      );
    },
  };
};

/** For every field whose list has kin on other lines a service that has one list for all of them (E3). */
export const mergedListFaults: readonly BodyRowFault[] = FIELD_BODY_NAMES.flatMap((body) =>
  bodyRows(body)
    .filter(({ schema }) => foreignValues(schema.enum ?? []).length > 0)
    .map((row) => merged(body, row)),
);
