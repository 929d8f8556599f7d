import { foreignValues } from '../../spec/enumerations.ts';
import { bodyRows, type FieldBody } from '../../spec/requirements/field-bodies.ts';
import {
  type FieldFault,
  faultsOf,
  fieldRequirementId,
} from '../../spec/requirements/field-faults.ts';
import type { ResourceRow } from '../../spec/resource-rows.ts';
import { matchingPointers, type Pointer } from '../pointer.ts';
import { bodyFault, type FaultParts } from './body-fault.ts';
import type { BodyFault, Checkpoint } from './fault.ts';
import {
  formVariations,
  typeVariations,
  type Variation,
  fixedValue,
  emptiedObject,
  missingField,
  unlistedValues,
  specialVariations,
} from './variations.ts';
import { isPolicyholderEmail } from '../../spec/requirements/field-rules.ts';
import { lineOfDraft } from '../valid-body.ts';

/** Fields of a motor gap draft that feed the price according to E5: fraction, vehicle details, amounts, variant. */
const PRICED: readonly Pointer[] = [
  '/risk/cascoFactors/deductible',
  '/risk/cascoFactors/depreciationRate',
  '/risk/vehicle/details',
  '/risk/vehicle/invoice/purchasedPriceIncludingVat',
  '/terms/claimLimit',
  '/terms/variant',
];

const isWithin = (inner: Pointer, outer: Pointer) => `${inner}/`.startsWith(`${outer}/`);

/** Tests if a motor gap field feeds the price, is part of one that does, or contains one. */
const feedsPrice = (pointer: Pointer): boolean =>
  PRICED.some((priced) => isWithin(pointer, priced) || isWithin(priced, pointer));

const isObjectForText = ({ schema }: ResourceRow, { kind, variant }: Variation) =>
  schema.type === 'string' && kind === 'wrong-type' && variant === 'object';

/** The latest step at which a field's fault must have been refused (E3, E5, E9, E10, S6, V12). */
function fieldCheckpoint(body: FieldBody, row: ResourceRow, variation: Variation): Checkpoint {
  if (lineOfDraft(body) === undefined) return 'at-once';
  if (variation.kind === 'two-identifications') return 'vehicleIdentification';
  if (variation.kind === 'malformed-email' && isPolicyholderEmail(row)) return 'contract';
  if (body === 'gap-draft') return feedsPrice(row.pointer) ? 'price' : 'contract';
  return isObjectForText(row, variation) ? 'at-once' : 'schema';
}

/** Made-up values, and values that only another line lists (E3). */
const unlisted = ({ name, schema }: ResourceRow): Variation[] => {
  const kind = name.endsWith('currency') ? 'wrong-currency' : 'unlisted-value';
  const listed = schema.enum ?? [];
  return [...unlistedValues(listed), ...foreignValues(listed)].map((value) =>
    fixedValue(name, kind, value),
  );
};

/** The object around a field, emptied, if the field is the first of several that it requires. */
const emptied = (body: FieldBody, { pointer }: ResourceRow): Variation[] => {
  const end = pointer.lastIndexOf('/');
  const around = bodyRows(body).find((each) => each.pointer === pointer.slice(0, end));
  const [first, second] = around?.schema.required ?? [];
  const isFirst = first === pointer.slice(end + 1) && second !== undefined;
  return around && isFirst ? [emptiedObject(around)] : [];
};

const variationsOf = (body: FieldBody, row: ResourceRow, fault: FieldFault): Variation[] => {
  switch (fault) {
    case 'type':
      return typeVariations(row);
    case 'enum':
      return unlisted(row);
    case 'format':
      return formVariations(row);
    case 'required':
      return [missingField(row.name), ...emptied(body, row)];
    default:
      return specialVariations(row);
  }
};

/** Conditions of single fields in addition to their row. */
const OWN_CONDITIONS: Readonly<Record<string, Pick<FaultParts, 'suits'>>> = {
  // A target without white labels has no legal value to replace (P5).
  'GAP-FIELD-whiteLabelId-type': {
    suits: (valid, { whiteLabels }) =>
      whiteLabels.length === 0 || matchingPointers(valid, '/whiteLabelId').length > 0,
  },
};

/** Every fault of every field of a body, derived from its field table: a new row adds its own (V1). */
export function fieldFaultsOf(body: FieldBody): BodyFault[] {
  return bodyRows(body).flatMap((row) =>
    faultsOf(row).flatMap((fault) => {
      const requirement = fieldRequirementId(body, row, fault);
      return variationsOf(body, row, fault).map((variation) =>
        bodyFault({
          body,
          requirement,
          pointer: row.pointer,
          checkpoint: fieldCheckpoint(body, row, variation),
          ...variation,
          ...OWN_CONDITIONS[requirement],
        }),
      );
    }),
  );
}
