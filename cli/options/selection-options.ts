import { type Command, InvalidArgumentError, Option } from 'commander';

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
