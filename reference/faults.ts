import { CATALOGUE } from '../spec/catalogue.ts';
import { isJudged } from '../spec/requirement.ts';
import { FAULTS_IN, NOT_FAULTED_IN } from './fault-files.ts';
import type { Fault, NotFaulted } from './faults/injection/fault.ts';

/** Every fault that can be injected into a service. A harness that does not catch one of them is blind there. */
export const FAULTS: readonly Fault[] = Object.values(FAULTS_IN).flat();

/** Requirements that no service can break alone, so that a harness could not attribute the failure. */
export const NOT_FAULTED: readonly NotFaulted[] = Object.values(NOT_FAULTED_IN).flat();

/** The fault with this id. Throws if there is none. */
export const faultOf = (id: string): Fault => {
  const found = FAULTS.find((fault) => fault.id === id);
  if (found) return found;
  throw new Error(`there is no fault "${id}"; assay serve --list-faults lists them all`);
};

const PLACES: ReadonlyMap<Fault | NotFaulted, string> = new Map(
  [...Object.entries(FAULTS_IN), ...Object.entries(NOT_FAULTED_IN)].flatMap(([place, all]) =>
    all.map((each) => [each, place] as const),
  ),
);

/** Extension of this file, and so of all others: `.ts` in a checkout, `.js` in the package. */
const ENDING = import.meta.url.slice(-'.ts'.length);

/**
 * The file that defines a fault, or the reason that there is none: from the root of the program, such as
 * `reference/faults/version.ts`. Throws for one that is not among them.
 */
export const fileOf = (one: Fault | NotFaulted): string => {
  const place = PLACES.get(one);
  if (place === undefined) throw new Error('only a fault of FAULTS, or a reason, stands in a file');
  return `reference/faults/${place}${ENDING}`;
};

/** The cells that a fault breaks: `requirement@line.operation`. */
export const cellsOf = ({ breaks }: Pick<Fault, 'breaks'>): readonly string[] =>
  [breaks.operation].flat().map((operation) => `${breaks.requirement}@${operation}`);

/** Every cell that a run judges, written like those of faults. */
export const judgedCells = (): readonly string[] =>
  [...CATALOGUE].flatMap(([id, requirement]) =>
    isJudged(requirement) ? requirement.operations.map((operation) => `${id}@${operation}`) : [],
  );
