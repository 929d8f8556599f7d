import * as fc from 'fast-check';
import { type RequirementId, requirementOf, CATALOGUE } from '../spec/catalogue.ts';
import type { Line } from '../spec/line.ts';
import { operation, type OperationId } from '../spec/operations.ts';
import { operationsWithBody, type FieldBody, bodyRows } from '../spec/requirements/field-bodies.ts';
import type { GeneratorContext } from './context.ts';
import { drawnBodies } from './drawn-bodies.ts';
import { type Pointer, matchingPointers, valueAt, withoutValue } from './pointer.ts';
import { firstMatching, filterBounded } from './sample.ts';
import { brokenRulesOf, validBody } from './valid-body.ts';
import { legalRequirementId } from '../spec/requirements/legal-values.ts';
import { type FieldClass, TIED_CLASSES } from './field-classes.ts';

/** A legal body without one field, and the requirement that the field is optional. */
export interface Absence {
  readonly requirement: RequirementId;
  readonly pointer: Pointer;
  readonly body: object;
}

/** A body without each optional field of one of its objects in turn, if it stays legal without it. */
function singleAbsences(
  name: FieldBody,
  body: object,
  pointer: Pointer,
  keys: readonly string[],
  context: GeneratorContext,
  isSmallest: (body: object) => boolean,
): readonly Absence[] {
  const place = pointer === '' ? '' : matchingPointers(body, pointer)[0];
  if (place === undefined || name === 'to-contract') return [];
  return bodyRows(name)
    .filter((row) => keys.some((key) => row.pointer === `${pointer}/${key}`))
    .flatMap((row) => {
      const requirement = legalRequirementId(name, row);
      const field = `${place}${row.pointer.slice(pointer.length)}`;
      // Fields that are present only together with this one, such as the answers that alreadyOccupied asks for.
      const tied = TIED_CLASSES[`${row.name}/absent`]?.adapt;
      const lacking = tied ? tied(body, context) : withoutValue(body, field);
      const isLegal =
        CATALOGUE.has(requirement) &&
        valueAt(body, field) !== undefined &&
        // An object that loses its only optional field shows nothing about that field alone.
        !isSmallest(lacking) &&
        brokenRulesOf(name, lacking, context).length === 0;
      return isLegal ? [{ requirement, pointer: row.pointer, body: lacking }] : [];
    });
}

/** A legal body with a value of the class, and a control body that a service must accept as well. */
export interface LegalPair {
  readonly valid: object;
  /** The same body without the value if it is legal without it; otherwise another legal body. */
  readonly control: object;
}

/** A class of legal values of a field, which every service must accept (V17). */
export interface LegalValue extends Pick<FieldClass, 'name' | 'holds'> {
  /** Permanent: the requirement's id, a slash and the class, such as `GAP-LEGAL-terms.variant/GAP36`. */
  readonly id: string;
  readonly requirement: RequirementId;
  readonly body: FieldBody;
  /** Operations of the requirement that this class is about. */
  readonly operations: readonly OperationId[];
  readonly lines: readonly Line[];
  /** Pointer to the value, with `*` for one item of an array. */
  readonly pointer: Pointer;
  /** Tests if the target's context supports the class, such as a vehicle of type 20. */
  applies(context: GeneratorContext): boolean;
  /** The body with a value of the class as well, unchanged if it has one; undefined if it would break a rule. */
  into(body: object, context: GeneratorContext): object | undefined;
  /** For an object without its optional fields: bodies without one of them each, which a service must accept as well. */
  absences(pair: LegalPair, context: GeneratorContext): readonly Absence[];
  /** Complete bodies that have a value of the class and are legal otherwise. */
  pair(context: GeneratorContext): fc.Arbitrary<LegalPair>;
  /** The pair that a seed draws: the same as a sample of `pair`, but usually without computing the unused control body. */
  drawnPair(context: GeneratorContext, seed: number): LegalPair;
}

/** Parts of a legal value: the class of a field, and its place. */
interface LegalParts extends FieldClass, Pick<LegalValue, 'requirement' | 'body' | 'pointer'> {
  /** Default: those of the requirement on the lines that have this body. */
  readonly operations?: readonly OperationId[];
}

/** The operations of a requirement on the lines that have this body. */
export const operationsOf = ({
  body,
  requirement,
}: Pick<LegalValue, 'body' | 'requirement'>): readonly OperationId[] => {
  const lines = operationsWithBody(body).map((id) => operation(id).line);
  return requirementOf(requirement).operations.filter((id) => lines.includes(operation(id).line));
};

/** A car without any field is a class of its own, not one of a field (BODY-06). */
const isEmptyCar = (body: FieldBody, value: object): boolean =>
  body === 'car' && Object.keys(value).length === 0;

/** Builds a legal value from its parts. */
export function legalValue(given: LegalParts): LegalValue {
  const { adapt = (drawn) => drawn, applies = () => true, mayLack = [], ...parts } = given;
  const { requirement, body, pointer, name, holds, operations = operationsOf(given) } = parts;
  const id = `${requirement}/${name}`;
  const pairOf = (drawn: object, other: () => object, context: GeneratorContext): LegalPair => ({
    valid: adapt(drawn, context),
    control: holds(drawn, context) ? other() : drawn,
  });
  const isLegal = (valid: object, context: GeneratorContext): boolean =>
    holds(valid, context) &&
    brokenRulesOf(body, valid, context).length === 0 &&
    (pointer === '' || !isEmptyCar(body, valid));
  const isLawful = ({ valid }: LegalPair, context: GeneratorContext): boolean =>
    isLegal(valid, context);
  return {
    ...parts,
    id,
    operations,
    lines: [...new Set(operations.map((each) => operation(each).line))],
    applies,
    into: (other, context) => {
      if (holds(other, context)) return other;
      const adapted = adapt(other, context);
      return isLegal(adapted, context) ? adapted : undefined;
    },
    absences: ({ control }, context) =>
      singleAbsences(body, control, pointer, mayLack, context, (lacking) =>
        holds(lacking, context),
      ),
    pair: (context) => {
      const bodies = validBody(body, context, 'complete');
      const pairs = fc
        .tuple(bodies, bodies)
        .map(([drawn, other]) => pairOf(drawn, () => other, context));
      return filterBounded(pairs, (pair) => isLawful(pair, context), id);
    },
    drawnPair: (context, seed) => {
      const bodyAt = drawnBodies(body, context, seed);
      return firstMatching(
        (at) => pairOf(bodyAt(2 * at), () => bodyAt(2 * at + 1), context),
        (pair) => isLawful(pair, context),
        id,
      );
    },
  };
}
