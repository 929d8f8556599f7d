import { foreignValues } from '../../spec/foreign-values.ts';
import { bodyRows, type FieldBody } from '../../spec/requirements/field-bodies.ts';
import {
  type FieldFault,
  faultsOf,
  fieldRequirementId,
} from '../../spec/requirements/field-faults.ts';
import type { ResourceRow } from '../../spec/resource-rows.ts';
import { placesOf } from '../pointer.ts';
import { bodyFault, type FaultParts } from './body-fault.ts';
import { fieldCheckpoint } from './checkpoints.ts';
import type { BodyFault } from './fault.ts';
import { formVariations } from './form-variations.ts';
import { specialVariations } from './special-variations.ts';
import { typeVariations } from './type-variations.ts';
import { unlistedValues } from './unlisted-values.ts';
import { type Variation, holding, leftOut } from './variation.ts';

/** Made-up values and those that only another line lists (E3). */
const unlisted = ({ name, schema }: ResourceRow): Variation[] => {
  const kind = name.endsWith('currency') ? 'wrong-currency' : 'unlisted-value';
  const listed = schema.enum ?? [];
  return [...unlistedValues(listed), ...foreignValues(listed)].map((value) =>
    holding(name, kind, value),
  );
};

const variationsOf = (row: ResourceRow, fault: FieldFault): Variation[] => {
  switch (fault) {
    case 'type':
      return typeVariations(row);
    case 'enum':
      return unlisted(row);
    case 'format':
      return formVariations(row);
    case 'required':
      return [leftOut(row.name)];
    default:
      return specialVariations(row);
  }
};

/** What single fields need beyond their row. */
const OWN_CONDITIONS: Readonly<Record<string, Pick<FaultParts, 'suits'>>> = {
  // A target without white labels has no legal value to put in its place (P5).
  'GAP-FIELD-whiteLabelId-type': {
    suits: (valid, { whiteLabels }) =>
      whiteLabels.length === 0 || placesOf(valid, '/whiteLabelId').length > 0,
  },
};

/** Every fault of every field of a body, as its field table has them: a new row brings its own (V1). */
export function fieldFaultsOf(body: FieldBody): BodyFault[] {
  return bodyRows(body).flatMap((row) =>
    faultsOf(row).flatMap((fault) => {
      const requirement = fieldRequirementId(body, row, fault);
      return variationsOf(row, fault).map((variation) =>
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
