import type { Requirement } from '../requirement.ts';
import type { ResourceRow } from '../resource-rows.ts';
import { bodyRows, type FieldName, operationsWithBody } from './field-bodies.ts';

/** Id of the read-back of one landlord field, such as `LANDLORD-READBACK-risk.alreadyOccupied`. */
export type ReadBackRequirementId = `LANDLORD-READBACK-${FieldName<'landlord-draft'>}`;

/** The id of the read-back of one landlord field. */
export const readBackRequirementId = (row: ResourceRow): ReadBackRequirementId =>
  `LANDLORD-READBACK-${row.name}` as ReadBackRequirementId;

/** The fields of a landlord draft that hold a value; the only ones whose resource is shown (D2). */
const readBackRows = (): readonly ResourceRow[] =>
  bodyRows('landlord-draft').filter(({ schema }) => !schema.properties && !schema.items);

/** One requirement for every value of a landlord draft, on each operation that writes it. */
export const readBacks = (): readonly (readonly [ReadBackRequirementId, Requirement])[] =>
  readBackRows().map((row) => [
    readBackRequirementId(row),
    {
      level: 'implied',
      statement: `What was written to ${row.name} of a landlord draft is what is read there.`,
      source: `Landlord draft, row ${row.name}`,
      operations: operationsWithBody('landlord-draft'),
      rules: ['D2', 'V14'],
      proof: 'two-sightings',
    },
  ]);
