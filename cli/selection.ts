import { type Command, InvalidArgumentError, Option } from 'commander';
import { didYouMean } from '../client/did-you-mean.ts';
import type { Scope } from '../oracles/facts.ts';
import { matchesGlob } from '../oracles/glob.ts';
import { CATALOGUE } from '../spec/catalogue.ts';
import { OPERATIONS } from '../spec/operations.ts';
import { UsageError } from './usage-error.ts';

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

/** What the beginnings of ids may be: `GAP`, `GAP-CONTRACT`; `travel`. */
const stemsOf = (ids: readonly string[]): readonly string[] => [
  ...new Set(
    ids.flatMap((id) => Array.from(id.matchAll(/[-.]/g), ({ index }) => id.slice(0, index))),
  ),
];

/** `did you mean …?` for an id, or for the beginning of a pattern; undefined where nothing is near. */
export const suggestion = (pattern: string, ids: readonly string[]): string | undefined => {
  if (!/[*?]/.test(pattern)) return didYouMean(pattern, ids);
  const stem = pattern.replace(/[-.]?[*?].*$/s, '');
  return didYouMean(stem, stemsOf(ids))?.replace(/\?$/, '*?');
};

/** The ids that the patterns name, in the order of `ids`. Throws UsageError for one that names none; `lister` names them all. */
export const selectIds = <Id extends string>(
  patterns: readonly string[],
  ids: readonly Id[],
  noun: string,
  lister = 'assay list',
): readonly Id[] => {
  for (const pattern of patterns) {
    if (ids.some((id) => matchesGlob(pattern, id))) continue;
    const next = suggestion(pattern, ids) ?? `${lister} names them all`;
    const named = pattern === '' ? 'without a name' : pattern;
    throw new UsageError(`there is no ${noun} ${named}; ${next}`);
  }
  return ids.filter((id) => patterns.some((pattern) => matchesGlob(pattern, id)));
};

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
