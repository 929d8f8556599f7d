import * as fc from 'fast-check';
import { type RequirementId, requirementOf } from '../spec/catalogue.ts';
import type { Line } from '../spec/line.ts';
import { operation, type OperationId } from '../spec/operations.ts';
import { operationsWithBody, type FieldBody } from '../spec/requirements/field-bodies.ts';
import type { GeneratorContext } from './context.ts';
import { drawnBodies } from './drawn-bodies.ts';
import type { Pointer } from './pointer.ts';
import { type Absence, singleAbsences } from './single-absences.ts';
import { firstSuited, suited } from './suited.ts';
import { brokenRulesOf, validBody } from './valid-body.ts';

/** A legal body that has a value of the class, and another that a service must take as well. */
export interface LegalPair {
  readonly valid: object;
  /** The same body without the value, where it is legal without it; else another legal body. */
  readonly twin: object;
}

/** One class of legal values of a field, which every service must accept (V17). */
export interface LegalValue {
  /** Permanent: the requirement's id, a slash and the class, such as `GAP-LEGAL-terms.variant/GAP36`. */
  readonly id: string;
  readonly requirement: RequirementId;
  readonly body: FieldBody;
  /** The operations of the requirement that this class is about. */
  readonly operations: readonly OperationId[];
  readonly lines: readonly Line[];
  /** Where the value is, with `*` for one item of an array. */
  readonly pointer: Pointer;
  /** The class, such as `GAP36`, `absent` or `plus-15-days`. */
  readonly name: string;
  /** Whether the target's context has what it takes, such as a vehicle of type 20. */
  applies(context: GeneratorContext): boolean;
  /** Whether a legal body has a value of the class. */
  holds(body: object, context: GeneratorContext): boolean;
  /** Of an object without its optional fields: bodies without one of them each, which a service must take as well. */
  absences(pair: LegalPair, context: GeneratorContext): readonly Absence[];
  /** Complete bodies that have a value of the class, all else legal. */
  pair(context: GeneratorContext): fc.Arbitrary<LegalPair>;
  /** The pair that a seed draws: the same as a sample of `pair`, but mostly without the twin that is not looked at. */
  drawnPair(context: GeneratorContext, seed: number): LegalPair;
}

/** What makes one class: {@link LegalValue} without what follows from the rest. */
export interface LegalParts extends Pick<
  LegalValue,
  'requirement' | 'body' | 'pointer' | 'name' | 'holds'
> {
  /** Default: those of the requirement on the lines that have this body. */
  readonly operations?: readonly OperationId[];
  /** Default: for every target. */
  readonly applies?: (context: GeneratorContext) => boolean;
  /** Gives a drawn body the value; what breaks a rule by that is drawn again. Default: the drawn one. */
  readonly adapt?: (drawn: object, context: GeneratorContext) => object;
  /** What an object lacks in this class that it could have, by key. */
  readonly mayLack?: readonly string[];
}

/** The operations of a requirement on the lines that have this body. */
export const operationsOf = ({
  body,
  requirement,
}: Pick<LegalValue, 'body' | 'requirement'>): readonly OperationId[] => {
  const lines = operationsWithBody(body).map((id) => operation(id).line);
  return requirementOf(requirement).operations.filter((id) => lines.includes(operation(id).line));
};

/** A car without any field is a class of its own, and none of a field's (BODY-06). */
const isEmptyCar = (body: FieldBody, value: object): boolean =>
  body === 'car' && Object.keys(value).length === 0;

/** The class made of these parts. */
export function legalValue(given: LegalParts): LegalValue {
  const { adapt = (drawn) => drawn, applies = () => true, mayLack = [], ...parts } = given;
  const { requirement, body, pointer, name, holds, operations = operationsOf(given) } = parts;
  const id = `${requirement}/${name}`;
  const pairOf = (drawn: object, other: () => object, context: GeneratorContext): LegalPair => ({
    valid: adapt(drawn, context),
    twin: holds(drawn, context) ? other() : drawn,
  });
  const isLawful = ({ valid }: LegalPair, context: GeneratorContext): boolean =>
    holds(valid, context) &&
    brokenRulesOf(body, valid, context).length === 0 &&
    (pointer === '' || !isEmptyCar(body, valid));
  return {
    ...parts,
    id,
    operations,
    lines: [...new Set(operations.map((each) => operation(each).line))],
    applies,
    absences: ({ twin }, context) =>
      singleAbsences(body, twin, pointer, mayLack, context, (lacking) => holds(lacking, context)),
    pair: (context) => {
      const bodies = validBody(body, context, 'complete');
      const pairs = fc
        .tuple(bodies, bodies)
        .map(([drawn, other]) => pairOf(drawn, () => other, context));
      return suited(pairs, (pair) => isLawful(pair, context), id);
    },
    drawnPair: (context, seed) => {
      const bodyAt = drawnBodies(body, context, seed);
      return firstSuited(
        (at) => pairOf(bodyAt(2 * at), () => bodyAt(2 * at + 1), context),
        (pair) => isLawful(pair, context),
        id,
      );
    },
  };
}
