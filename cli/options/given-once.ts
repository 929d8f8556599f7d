import type { Command, Option } from 'commander';
import { shownAddress } from '../../client/target/address.ts';
import { UsageError } from '../../client/usage-error.ts';
import { inLine } from '../../store/printable.ts';

const LONGEST = 80;

/** An address may hold a credential. */
const shown = (value: string): string =>
  `"${inLine(value.includes('://') ? shownAddress(value) : value, LONGEST)}"`;

/** Whether repeated values of an option add up: then its parser takes the value before. Choices, parsed by commander, never do. */
export const addsUp = ({ variadic, parseArg, argChoices }: Option): boolean =>
  variadic || (argChoices === undefined && (parseArg?.length ?? 0) > 1);

/** Makes a command refuse a single-value option that is given twice, with a UsageError; commander takes the last. */
export const refuseTwice = (command: Command): void => {
  for (const option of command.options) {
    if (!(option.required || option.optional) || addsUp(option)) continue;
    let before: string | undefined;
    // Told of each value in turn, after the parser, which says itself what is wrong with one.
    command.on(`option:${option.name()}`, (value: string | null) => {
      const now = value ?? '';
      if (before !== undefined)
        throw new UsageError(
          `${option.long ?? option.flags} takes one value, but was given twice: ${shown(before)} and ${shown(now)}; leave one of them out`,
        );
      before = now;
    });
  }
};
