import { CATALOGUE } from '../../spec/catalogue.ts';
import { isJudged } from '../../spec/requirement.ts';
import type { Fault } from './fault.ts';

/** The cells that a fault breaks: `requirement@line.operation`. */
export const cellsOf = ({ breaks }: Pick<Fault, 'breaks'>): readonly string[] =>
  [breaks.operation].flat().map((operation) => `${breaks.requirement}@${operation}`);

/** Every cell that a run judges, written like those of faults. */
export const judgedCells = (): readonly string[] =>
  [...CATALOGUE].flatMap(([id, requirement]) =>
    isJudged(requirement) ? requirement.operations.map((operation) => `${id}@${operation}`) : [],
  );
