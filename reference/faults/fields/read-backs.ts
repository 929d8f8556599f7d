import { showsAllFieldsOn } from '../fault.ts';
import { type RowFault, everyWhereOf, namesOf, type Where } from './field-fault.ts';
import { bodyRows, operationsWithBody } from '../../../spec/requirements/field-bodies.ts';
import { CATALOGUE } from '../../../spec/catalogue.ts';
import type { ResourceRow } from '../../../spec/resource-rows.ts';
import { changedAt } from '../../item-pointer.ts';
import { draftOf } from '../../call.ts';
import { plusDays } from '../../calendar.ts';
import { readBackRequirementId } from '../../../spec/requirements/resources.ts';

const GET = 'landlord.draft-get';

/** Another text of the same form. */
const otherText = (row: ResourceRow, text: string): string => {
  const { format, pattern } = row.schema;
  if (format === 'date') return plusDays(text, 1);
  if (format === 'country-code') return text === 'NL' ? 'FR' : 'NL';
  if (format === 'email') return `other.${text}`;
  return pattern === undefined ? `${text} bis` : `${text}1`;
};

/** Another legal value of the field; undefined where there is none. */
const other = (row: ResourceRow, value: unknown): unknown => {
  const { enum: listed } = row.schema;
  if (listed) return listed[(listed.findIndex((each) => each === value) + 1) % listed.length];
  if (typeof value === 'boolean') return !value;
  return typeof value === 'number' ? value + 1 : otherText(row, String(value));
};

const changed = (row: ResourceRow, { suffix, on }: Where): RowFault => ({
  id: `readback-landlord-${row.name}${suffix}`,
  breaks: { requirement: readBackRequirementId(row), operation: on },
  what: `Landlord Draft Get shows another ${row.name} than the client sent to ${namesOf(on)}.`,
  row,
  on,
  confinedTo: row.pointer,
  shownBy: showsAllFieldsOn(GET),
  sow: (tables) => {
    const get = tables.handlers[GET];
    tables.handlers[GET] = async (call) => {
      const outcome = await get(call);
      if (!outcome.resource || !on.includes(draftOf(call).writtenBy)) return outcome;
      const resource = changedAt(outcome.resource, row.pointer, (value) => other(row, value));
      return { ...outcome, resource };
    };
  },
});

/** For every value of a landlord draft one that is another when it is read; a list of one value has no other. */
export const readBackFaults: readonly RowFault[] = bodyRows('landlord-draft')
  .filter((row) => CATALOGUE.has(readBackRequirementId(row)) && row.schema.enum?.length !== 1)
  .flatMap((row) =>
    everyWhereOf(readBackRequirementId(row), operationsWithBody('landlord-draft')).map((where) =>
      changed(row, where),
    ),
  );
