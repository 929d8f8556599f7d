import type { Command, Option } from 'commander';
import { displayAddress } from '../../client/target/address.ts';
import { UsageError } from '../../client/usage-error.ts';
import { inlineText } from '../../store/printable.ts';

const MAX_LENGTH = 80;

/** An address may hold a credential. */
const shown = (value: string): string =>
  `"${inlineText(value.includes('://') ? displayAddress(value) : value, MAX_LENGTH)}"`;

/**
 * True if repeated values of an option accumulate: its parser takes the previous value. Choices, parsed by commander,
 * never do.
 */
export const isRepeatable = ({ variadic, parseArg, argChoices }: Option): boolean =>
  variadic || (argChoices === undefined && (parseArg?.length ?? 0) > 1);

/** Makes a command reject a repeated single-value option with a UsageError; commander would take the last value. */
export const refuseTwice = (command: Command): void => {
  for (const option of command.options) {
    if (!(option.required || option.optional) || isRepeatable(option)) continue;
    let before: string | undefined;
    // Emitted for each value after its parser, which reports invalid values itself.
    command.on(`option:${option.name()}`, (value: string | null) => {
      const now = value ?? '';
      if (before !== undefined)
        throw new UsageError(
          `${option.long ?? option.flags} takes one value, but was given twice: ${shown(before)} and ${shown(now)}; remove one of them`,
        );
      before = now;
    });
  }
};
