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

/** Adds `--condition`; its value becomes part of the ids of `--fault`, as in `FAULT~CONDITION`. */
export const addConditionOption = (command: Command): Command =>
  command
    .addOption(
      new Option(
        '--condition <id>',
        'let the fault show only under this condition; see assay serve --list-conditions',
      ),
    )
    .hook('preAction', async (_, called) => {
      const { fault, condition } = called.opts<{ fault: readonly string[]; condition?: string }>();
      if (condition === undefined) return;
      // Loaded when it is needed: whoever judges a service of their own does not wait for ours.
      const { withCondition } = await import('../../runner/embedded-choice.ts');
      called.setOptionValue('fault', withCondition(fault, condition));
    });
