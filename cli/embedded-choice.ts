import { didYouMean } from '../client/did-you-mean.ts';
import { UsageError } from '../client/usage-error.ts';
import { DIALECTS, dialectOf } from '../reference/dialects.ts';
import { FAULTS } from '../reference/faults.ts';

/** Which of its services the embedded one is to be. */
export interface EmbeddedChoice {
  readonly dialect?: string | undefined;
  readonly fault: readonly string[];
}

const isDialect = (name: string): boolean => {
  try {
    return dialectOf(name).name !== '';
  } catch {
    return false;
  }
};

/** Whether there is a dialect of this name, which a flag gave. Throws UsageError. */
export const checkDialect = (name: string, flag = '--dialect'): void => {
  if (isDialect(name)) return;
  const names = DIALECTS.map((dialect) => dialect.name);
  const known = `known are ${names.join(', ')} and chance:SEED with a number for SEED`;
  const guess = didYouMean(name, names);
  throw new UsageError(
    `${flag}: there is no dialect "${name}"; ${guess === undefined ? '' : `${guess} `}${known}`,
  );
};

/** Whether the dialect and all faults exist. Throws UsageError, with what may have been meant. */
export const checkChoice = ({ dialect, fault }: EmbeddedChoice): void => {
  if (dialect !== undefined) checkDialect(dialect);
  const ids = FAULTS.map(({ id }) => id);
  const unknown = fault.find((id) => !ids.includes(id));
  if (unknown === undefined) return;
  const guess = didYouMean(unknown, ids);
  throw new UsageError(
    `--fault: there is no fault "${unknown}"; ${guess === undefined ? '' : `${guess} `}assay serve --list-faults names them all`,
  );
};
