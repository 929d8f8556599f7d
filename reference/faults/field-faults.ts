import { foreignValues } from '../../spec/enumerations.ts';
import type { OperationId } from '../../spec/operations.ts';
import {
  bodyRows,
  FIELD_BODIES,
  FIELD_BODY_NAMES,
  type FieldBody,
  operationsWithBody,
} from '../../spec/requirements/field-bodies.ts';
import {
  faultsOf,
  type FieldFault,
  fieldRequirementId,
  wrongField,
} from '../../spec/requirements/field-faults.ts';
import type { ResourceRow } from '../../spec/resource-rows.ts';
import { valuesAt } from '../item-pointer.ts';
import { isObject, type JsonObject, withPointer } from '../json.ts';
import type { Schema } from '../request-schemas.ts';
import { brokenField, loosened, tolerate, withNode } from './injection/broken-field.ts';
import type { Fault } from './injection/fault.ts';
import {
  BODY_NAMES,
  type BodyRowFault,
  allScopesOf,
  singleScope,
  type FaultScope,
  scopeOf,
  subjectOf,
} from './injection/row-fault.ts';
import { valueInside, readAs } from './injection/stages.ts';

/** A field fault that a service does not detect. */
export interface UnenforcedFault extends BodyRowFault {
  readonly kind: FieldFault;
}

/** The wrongly accepted body, such as `a car even if plate is not a string`. */
const accepted = (body: FieldBody, row: ResourceRow, kind: FieldFault): string => {
  const [field, wrong] = wrongField(row, kind);
  return `a ${FIELD_BODIES[body].noun} ${field === '' ? wrong : `even if ${field} ${wrong}`}`;
};

const unenforced = (
  body: FieldBody,
  row: ResourceRow,
  kind: FieldFault,
  { suffix, on }: FaultScope,
): UnenforcedFault => {
  const requirement = fieldRequirementId(body, row, kind);
  return {
    id: `field-${BODY_NAMES[body]}-${row.name}-${kind}${suffix}`,
    breaks: { requirement, operation: on },
    what: `${subjectOf(on)} accepts ${accepted(body, row, kind)}.`,
    body,
    row,
    kind,
    on,
    confinedTo: row.pointer,
    inject: (tables) => {
      tolerate(tables, on, (schema) => loosened(schema, row, kind), brokenField(row, kind));
    },
  };
};

/** Leads of several lines share one body, and each line can fail to validate it alone. */
const placesOf = (body: FieldBody, requirement: string): readonly FaultScope[] => {
  const operations = operationsWithBody(body);
  return body === 'lead' ? operations.map(singleScope) : allScopesOf(requirement, operations);
};

/** One service for every fault of every field of the shown bodies that accepts it, on one of its operations or on all. */
export const unenforcedFaults: readonly UnenforcedFault[] = FIELD_BODY_NAMES.flatMap((body) =>
  bodyRows(body).flatMap((row) =>
    faultsOf(row).flatMap((kind) =>
      placesOf(body, fieldRequirementId(body, row, kind)).map((scope) =>
        unenforced(body, row, kind, scope),
      ),
    ),
  ),
);

const merged = (body: FieldBody, row: ResourceRow): BodyRowFault => {
  const requirement = fieldRequirementId(body, row, 'enum');
  const { suffix, on } = scopeOf(`${requirement} merged`, operationsWithBody(body));
  const listed = row.schema.enum ?? [];
  const foreign: readonly unknown[] = foreignValues(listed);
  return {
    id: `merged-${BODY_NAMES[body]}-${row.name}${suffix}`,
    breaks: { requirement, operation: on },
    what: `${subjectOf(on)} accepts values of another list as ${row.name}, such as ${String(foreign[0])}.`,
    body,
    row,
    on,
    confinedTo: row.pointer,
    inject: (tables) => {
      const widened = (schema: Schema): Schema =>
        withNode(schema, row, (node) =>
          'enum' in node ? { ...node, enum: [...listed, ...foreign] } : node,
        );
      tolerate(tables, on, widened, (sent) =>
        valuesAt(sent, row.pointer).some((value) => foreign.includes(value)),
      );
    },
  };
};

/** One service for every field whose list has counterparts on other lines, with one list for all of them (E3). */
export const mergedListFaults: readonly BodyRowFault[] = FIELD_BODY_NAMES.flatMap((body) =>
  bodyRows(body)
    .filter(({ schema }) => foreignValues(schema.enum ?? []).length > 0)
    .map((row) => merged(body, row)),
);

const isFractional = (value: unknown): boolean =>
  typeof value === 'number' && !Number.isInteger(value);

const rounded = (body: FieldBody, row: ResourceRow): BodyRowFault => {
  const requirement = fieldRequirementId(body, row, 'type');
  const { suffix, on } = scopeOf(`${requirement} rounded`, operationsWithBody(body));
  return {
    id: `rounded-${BODY_NAMES[body]}-${row.name}${suffix}`,
    breaks: { requirement, operation: on },
    what: `${subjectOf(on)} accepts 12.5 as ${row.name}, which is an integer.`,
    body,
    row,
    on,
    confinedTo: row.pointer,
    inject: (tables) => {
      const fractional = { type: 'number', not: { type: 'integer' } };
      const widened = (schema: Schema): Schema =>
        withNode(schema, row, (node) => ({ anyOf: [fractional, node] }));
      tolerate(tables, on, widened, (sent) => valuesAt(sent, row.pointer).some(isFractional));
    },
  };
};

/** One service for every integer of every body that accepts it with a fraction, and refuses any other type (V1). */
export const roundedIntegerFaults: readonly BodyRowFault[] = FIELD_BODY_NAMES.flatMap((body) =>
  bodyRows(body)
    .filter(({ schema }) => schema.type === 'integer')
    .map((row) => rounded(body, row)),
);

const looseVat = (
  row: ResourceRow,
  [ending, pattern, what]: readonly [ending: string, pattern: string, what: string],
): BodyRowFault => {
  const body = 'landlord-draft';
  const requirement = fieldRequirementId(body, row, 'format');
  const { suffix, on } = scopeOf(`${requirement} ${ending}`, operationsWithBody(body));
  const [strict, loose] = [row.schema.pattern ?? '', pattern].map((each) => new RegExp(each));
  return {
    id: `landlord-vat-${ending}${suffix}`,
    breaks: { requirement, operation: on },
    what: `${subjectOf(on)} accepts a ${row.name} with text ${what} the number.`,
    body,
    row,
    on,
    confinedTo: row.pointer,
    inject: (tables) => {
      const relaxed = (schema: Schema): Schema =>
        withNode(schema, row, (node) => ({ ...node, pattern }));
      tolerate(tables, on, relaxed, (sent) =>
        valuesAt(sent, row.pointer).some(
          (value) => !strict?.test(String(value)) && loose?.test(String(value)),
        ),
      );
    },
  };
};

/** A VAT number pattern without one or both anchors (V7). */
const looseVatFaults: readonly BodyRowFault[] = bodyRows('landlord-draft')
  .filter(({ name }) => name.endsWith('.vat'))
  .flatMap((row) => [
    looseVat(row, ['with-text-before', 'BE\\d+$', 'before']),
    looseVat(row, ['with-text-behind', '^BE\\d+', 'behind']),
  ]);

/** Overlooks the content of a field in some drafts only: there it counts as `value`. */
const overlooks = (
  fault: Pick<Fault, 'id' | 'what'> & { readonly requirement: string },
  operation: OperationId,
  [pointer, value]: readonly [string, unknown],
  isOverlooked: (draft: JsonObject) => boolean,
): Fault => ({
  id: fault.id,
  what: fault.what,
  breaks: { requirement: fault.requirement, operation },
  inject: (tables) => {
    readAs(tables, operation, (sent) =>
      isObject(sent) && isOverlooked(sent) ? withPointer(sent, pointer, value) : sent,
    );
  },
});

/** Field faults that a service does not detect. */
export const faults: readonly Fault[] = [
  ...unenforcedFaults,
  ...mergedListFaults,
  ...roundedIntegerFaults,
  ...looseVatFaults,
  // Faults of a field's check that the smallest draft does not show, since the check is left out only beside another field.
  overlooks(
    {
      id: 'jobloss-created-in-any-language-with-a-job',
      requirement: 'JOBLOSS-FIELD-language-enum',
      what: 'Jobloss Draft Create accepts any language in a draft with a risk.',
    },
    'jobloss.draft-create',
    ['/language', 'nl'],
    ({ risk, language }) => isObject(risk) && typeof language === 'string',
  ),
  overlooks(
    {
      id: 'gap-updated-with-any-variant-beside-a-vehicle',
      requirement: 'GAP-FIELD-terms.variant-enum',
      what: 'Motor gap Draft Update accepts any variant in a draft with a vehicle.',
    },
    'gap.draft-update',
    ['/terms/variant', 'GAP36'],
    ({ risk, terms }) =>
      isObject(risk) &&
      isObject(risk['vehicle']) &&
      typeof valueInside(terms, 'variant') === 'string',
  ),
];
