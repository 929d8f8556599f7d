import { selectIds } from '../client/did-you-mean.ts';
import type { Scope } from '../oracles/facts.ts';
import { CATALOGUE } from '../spec/catalogue.ts';
import { OPERATIONS } from '../spec/operations.ts';

/** Selection from the catalogue as given on the command line. Default: all. */
export interface SelectionOptions {
  readonly requirement?: readonly string[] | undefined;
  readonly operation?: readonly string[] | undefined;
}

/** Command that lists the operations. */
export const LISTS_OPERATIONS = "assay explain '*.*'";

/** Resolves a selection to ids. Throws UsageError for a pattern without a match. */
export const selectionOf = ({
  requirement,
  operation,
}: SelectionOptions): Pick<Scope, 'requirements' | 'operations'> => {
  const operationIds = OPERATIONS.map(({ id }) => id);
  return {
    ...(requirement && {
      requirements: selectIds(requirement, [...CATALOGUE.keys()], 'requirement'),
    }),
    ...(operation && {
      operations: selectIds(operation, operationIds, 'operation', LISTS_OPERATIONS),
    }),
  };
};
