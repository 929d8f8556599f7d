import { CATALOGUE, type RequirementId } from '../spec/catalogue.ts';
import { bodyRows, type FieldBody } from '../spec/requirements/field-bodies.ts';
import { legalRequirementId } from '../spec/requirements/legal-values.ts';
import type { GeneratorContext } from './context.ts';
import { type Pointer, placesOf, valueAt, withoutValue } from './pointer.ts';
import { TIED_CLASSES } from './tied-classes.ts';
import { brokenRulesOf } from './valid-body.ts';

/** A legal body without one field, and the requirement that it may be left out. */
export interface Absence {
  readonly requirement: RequirementId;
  readonly pointer: Pointer;
  readonly body: object;
}

/** A body without each of these fields of one of its objects in turn, where it has the field and is legal without it. */
export function singleAbsences(
  name: FieldBody,
  body: object,
  pointer: Pointer,
  keys: readonly string[],
  context: GeneratorContext,
  isSmallest: (body: object) => boolean,
): readonly Absence[] {
  const place = pointer === '' ? '' : placesOf(body, pointer)[0];
  if (place === undefined || name === 'to-contract') return [];
  return bodyRows(name)
    .filter((row) => keys.some((key) => row.pointer === `${pointer}/${key}`))
    .flatMap((row) => {
      const requirement = legalRequirementId(name, row);
      const field = `${place}${row.pointer.slice(pointer.length)}`;
      // What comes and goes with the field, such as the answers that alreadyOccupied asks for.
      const tied = TIED_CLASSES[`${row.name}/absent`]?.adapt;
      const lacking = tied ? tied(body, context) : withoutValue(body, field);
      const isLegal =
        CATALOGUE.has(requirement) &&
        valueAt(body, field) !== undefined &&
        // Without its one optional field the object says nothing of that field alone.
        !isSmallest(lacking) &&
        brokenRulesOf(name, lacking, context).length === 0;
      return isLegal ? [{ requirement, pointer: row.pointer, body: lacking }] : [];
    });
}
