import { selectIds } from '../client/did-you-mean.ts';
import type { Scope } from '../oracles/facts.ts';
import { CATALOGUE } from '../spec/catalogue.ts';
import { OPERATIONS } from '../spec/operations.ts';

/** What of the catalogue a command is about, as its caller writes it. Left out: all. */
export interface SelectionOptions {
  readonly requirement?: readonly string[] | undefined;
  readonly operation?: readonly string[] | undefined;
}

/** The selection as ids. Throws UsageError for a pattern that names nothing. */
export const selectionOf = ({
  requirement,
  operation,
}: SelectionOptions): Pick<Scope, 'requirements' | 'operations'> => {
  const operationIds = OPERATIONS.map(({ id }) => id);
  return {
    ...(requirement && {
      requirements: selectIds(requirement, [...CATALOGUE.keys()], 'requirement'),
    }),
    ...(operation && { operations: selectIds(operation, operationIds, 'operation') }),
  };
};
