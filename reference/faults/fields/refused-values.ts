import {
  BODY_NAMES,
  type BodyRowFault,
  everyWhereOf,
  namesOf,
  whereOf,
  type Where,
} from './field-fault.ts';
import {
  FIELD_BODY_NAMES,
  type FieldBody,
  bodyRows,
  operationsWithBody,
} from '../../../spec/requirements/field-bodies.ts';
import { type LegalClass, refusedClass } from './legal-class.ts';
import { emailFormsOf } from './email-forms.ts';
import { smallestObjectOf } from './smallest-object.ts';
import { beforeHandler, refuse } from '../stages.ts';
import { enclosing } from '../../item-pointer.ts';
import { CATALOGUE } from '../../../spec/catalogue.ts';
import type { ResourceRow } from '../../../spec/resource-rows.ts';
import { legalRequirementId } from '../../../spec/requirements/legal-values.ts';

/** A class of legal values that a service refuses. */
export interface RefusedValueFault extends BodyRowFault {
  readonly refused: LegalClass;
}

const refusing = (
  body: Exclude<FieldBody, 'to-contract'>,
  row: ResourceRow,
  refused: LegalClass,
  { suffix, on }: Where,
): RefusedValueFault => ({
  id: `legal-${BODY_NAMES[body]}-${row.name}-${refused.name}${suffix}`,
  breaks: { requirement: legalRequirementId(body, row), operation: on },
  what: `${namesOf(on)} refuses a legal ${row.name} (${refused.name}).`,
  // A draft that has to have all of a policyholder, a risk or terms leaves no room for other faults.
  ...(enclosing(row.pointer).parent === '' && refused.name === 'absent'
    ? {}
    : { confinedTo: row.pointer, refusesValues: true }),
  body,
  row,
  refused,
  on,
  sow: (tables) => {
    for (const each of on)
      beforeHandler(tables, each, (call) => {
        if (refused.isIn(call)) refuse(`${row.name} is not taken like this`);
      });
  },
});

/** What else of a field can be refused alone, beside the one class that every field has. */
const furtherClasses = (body: FieldBody, row: ResourceRow): readonly LegalClass[] => [
  ...emailFormsOf(body, row),
  ...smallestObjectOf(row),
];

const faultsOf = (body: FieldBody): readonly RefusedValueFault[] => {
  if (body === 'to-contract') return [];
  return bodyRows(body).flatMap((row) => {
    const requirement = legalRequirementId(body, row);
    if (!CATALOGUE.has(requirement)) return [];
    const usual = refusedClass(body, row);
    return [
      ...(usual
        ? everyWhereOf(requirement, operationsWithBody(body)).map((where) =>
            refusing(body, row, usual, where),
          )
        : []),
      ...furtherClasses(body, row).map((each) =>
        refusing(body, row, each, whereOf(`${requirement} ${each.name}`, operationsWithBody(body))),
      ),
    ];
  });
};

/** For the legal values of every field of the shown bodies a service that refuses some of them. */
export const refusedValueFaults: readonly RefusedValueFault[] = FIELD_BODY_NAMES.flatMap(faultsOf);
