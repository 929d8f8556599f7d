import { BODIES } from '../spec/bodies.ts';
import { CATALOGUE, type RequirementId } from '../spec/catalogue.ts';
import {
  FIELD_BODY_NAMES,
  bodyRows,
  operationsWithBody,
  type FieldBody,
} from '../spec/requirements/field-bodies.ts';
import { legalRequirementId } from '../spec/requirements/legal-values.ts';
import type { ResourceRow } from '../spec/resource-rows.ts';
import {
  type FieldClass,
  fieldClasses,
  NEVER_LEGAL,
  OLD_PURCHASE,
  TIED_CLASSES,
} from './field-classes.ts';
import { type KeyValue, KEYS } from './value-types.ts';
import { type LegalValue, legalValue } from './legal-value.ts';
import { type Pointer, valueAt, withValue } from './pointer.ts';

const DENOMINATOR = 'risk.cascoFactors.depreciationRate.denominator';

/** Classes whose requirement is not the usual one of their field's legal values, by field and class. */
const OWN_REQUIREMENTS: Readonly<Record<string, RequirementId>> = {
  [`${DENOMINATOR}/absent`]: 'GAP-FRACTION-01',
  'whiteLabelId/absent': 'GAP-WHITELABEL-01',
};

const classesOfRow = (row: ResourceRow): FieldClass[] =>
  [
    ...fieldClasses(row),
    ...(row.name === 'risk.vehicle.invoice.purchasedDate' ? [OLD_PURCHASE] : []),
  ].filter(({ name }) => !NEVER_LEGAL.has(`${row.name}/${name}`));

const requirementsOf = (body: FieldBody, row: ResourceRow, name: string): RequirementId[] => {
  const own = OWN_REQUIREMENTS[`${row.name}/${name}`];
  if (body === 'to-contract') return [];
  const general = legalRequirementId(body, row);
  const isGeneral = CATALOGUE.has(general) && own !== 'GAP-FRACTION-01';
  return [...(isGeneral ? [general] : []), ...(own ? [own] : [])];
};

const legalValuesOf = (body: FieldBody): LegalValue[] =>
  bodyRows(body).flatMap((row) =>
    classesOfRow(row).flatMap((each) =>
      requirementsOf(body, row, each.name).map((requirement) =>
        legalValue({
          requirement,
          body,
          pointer: row.pointer,
          ...each,
          ...TIED_CLASSES[`${row.name}/${each.name}`],
        }),
      ),
    ),
  );

const [KEY] = KEYS;
const TWICE: readonly KeyValue[] = [
  { key: KEY, value: 'first' },
  { key: KEY, value: 'second' },
];

const sameKeyTwice = (body: FieldBody, pointer: Pointer): LegalValue =>
  legalValue({
    requirement: 'KEYVALUE-01',
    body,
    pointer,
    name: `${body}-same-key-twice`,
    operations: operationsWithBody(body),
    holds: (value) => {
      const items = (valueAt(value, pointer) ?? []) as readonly KeyValue[];
      return new Set(items.map(({ key }) => key)).size < items.length;
    },
    adapt: (drawn) => withValue(drawn, pointer, TWICE),
  });

/** A car without any field; an empty draft belongs to DRAFT-02, an empty lead or price request to its one field. */
const EMPTY_CAR = legalValue({
  requirement: 'BODY-06',
  body: 'car',
  pointer: '',
  name: 'car-empty',
  holds: (value) => Object.keys(value).length === 0,
  adapt: () => ({}),
  mayLack: Object.keys(BODIES.car.properties),
});

/** All classes of legal values of all bodies, in the order of the specification (V17); then one key twice (V10). */
export const LEGAL_VALUES: readonly LegalValue[] = [
  ...FIELD_BODY_NAMES.flatMap(legalValuesOf),
  sameKeyTwice('jobloss-draft', '/metadata'),
  sameKeyTwice('gap-draft', '/partnerReference'),
  sameKeyTwice('gap-lead', '/partnerReference'),
  sameKeyTwice('gap-price-request', '/partnerReference'),
  EMPTY_CAR,
];
