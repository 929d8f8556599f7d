import { IS_CHECKOUT } from '../../client/project.ts';
import { UsageError } from '../../client/usage-error.ts';

/** Refuses what reads or writes the sources of Assay where it is installed as a package. Throws UsageError. */
export const needsCheckout = (what: string, isCheckout: boolean = IS_CHECKOUT): void => {
  if (isCheckout) return;
  throw new UsageError(
    `${what} needs a checkout of Assay, with its sources and development tools, but this is the installed package; ` +
      'clone the repository and repeat the command there',
  );
};
