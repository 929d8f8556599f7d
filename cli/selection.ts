import { type Command, InvalidArgumentError, Option } from 'commander';
import { selectIds } from '../client/select-ids.ts';
import type { Scope } from '../oracles/facts.ts';
import { CATALOGUE } from '../spec/catalogue.ts';
import { OPERATIONS } from '../spec/operations.ts';

/** What of the catalogue a command is about, as its caller writes it. Left out: all. */
export interface SelectionOptions {
  readonly requirement?: readonly string[];
  readonly operation?: readonly string[];
}

/** Parses `GAP-*,ID-02`; repeated options add up. Throws InvalidArgumentError where nothing is named. */
export const parsePatterns = (
  value: string,
  before: readonly string[] | undefined,
): readonly string[] => {
  const patterns = value
    .split(',')
    .map((pattern) => pattern.trim())
    .filter((pattern) => pattern !== '');
  if (patterns.length === 0) throw new InvalidArgumentError('Wanted an id or a pattern.');
  return [...(before ?? []), ...patterns];
};

const patternOption = (flags: string, what: string, example: string): Option =>
  new Option(flags, `only these ${what}, such as ${example}`).argParser(parsePatterns);

/** `--requirement`, on any command. */
export const requirementOption = (): Option =>
  patternOption('--requirement <ids>', 'requirements', '"GAP-*,ID-0?"');

/** Adds `--requirement` and `--operation`. */
export const addSelectionOptions = (command: Command): Command =>
  command
    .addOption(requirementOption())
    .addOption(patternOption('--operation <ids>', 'operations', '"travel.*,gap.draft-get"'));

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
