import { CATALOGUE } from '../../../spec/catalogue.ts';
import {
  FIELD_BODY_NAMES,
  type FieldBody,
  bodyRows,
  operationsWithBody,
} from '../../../spec/requirements/field-bodies.ts';
import {
  type FieldFault,
  faultsOf,
  fieldRequirementId,
} from '../../../spec/requirements/field-faults.ts';
import {
  BODY_NAMES,
  type BodyRowFault,
  everyWhereOf,
  namesOf,
  only,
  type Where,
} from './field-fault.ts';
import type { ResourceRow } from '../../../spec/resource-rows.ts';
import { brokenField, loosened } from './broken-field.ts';
import { overlook } from './overlook.ts';

/** A fault that a service does not mind. */
export interface UnenforcedFault extends BodyRowFault {
  readonly kind: FieldFault;
}

const WORDS: readonly (readonly [RegExp, string])[] = [
  [/^is not one of /, 'other than '],
  [/^comes without /, 'without '],
  [/^has /, 'with '],
  [/^is /, 'that is '],
];

/** What a statement wants refused: `a plate that is not text` for `A car is refused where plate is not text.` */
const refusedBy = (statement: string): string => {
  if (statement.includes(' is refused without '))
    return statement.replace(/^A/, 'a').replace(' is refused', '').slice(0, -1);
  const [, name = '', wrong = ''] = / where (\S+) (.+)\.$/.exec(statement) ?? [];
  const [verb, instead] = WORDS.find(([each]) => each.test(wrong)) ?? [/^/, 'that '];
  return `${/^[aeiou]/.test(name) ? 'an' : 'a'} ${name} ${wrong.replace(verb, instead)}`;
};

const unenforced = (
  body: FieldBody,
  row: ResourceRow,
  kind: FieldFault,
  { suffix, on }: Where,
): UnenforcedFault => {
  const requirement = fieldRequirementId(body, row, kind);
  return {
    id: `field-${BODY_NAMES[body]}-${row.name}-${kind}${suffix}`,
    breaks: { requirement, operation: on },
    what: `${namesOf(on)} accepts ${refusedBy(CATALOGUE.get(requirement)?.statement ?? '')}.`,
    body,
    row,
    kind,
    on,
    confinedTo: row.pointer,
    sow: (tables) => {
      const { bodies } = tables.schemas;
      for (const each of on) bodies[each] = loosened(bodies[each], row, kind);
      overlook(tables, on, brokenField(row, kind));
    },
  };
};

/** Leads of several lines have one body: each line can forget about it for itself. */
const placesOf = (body: FieldBody, requirement: string): readonly Where[] => {
  const operations = operationsWithBody(body);
  return body === 'lead' ? operations.map(only) : everyWhereOf(requirement, operations);
};

/** For every fault of every field of the shown bodies a service that does not mind it, on one of its operations or on all. */
export const unenforcedFaults: readonly UnenforcedFault[] = FIELD_BODY_NAMES.flatMap((body) =>
  bodyRows(body).flatMap((row) =>
    faultsOf(row).flatMap((kind) =>
      placesOf(body, fieldRequirementId(body, row, kind)).map((where) =>
        unenforced(body, row, kind, where),
      ),
    ),
  ),
);
