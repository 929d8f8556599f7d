import { IS_CHECKOUT } from '../../client/project.ts';
import { UsageError } from '../../client/usage-error.ts';

/** Rejects commands that need the sources of Assay if it is installed as a package. Throws UsageError. */
export const requireCheckout = (what: string, isCheckout: boolean = IS_CHECKOUT): void => {
  if (isCheckout) return;
  throw new UsageError(
    `${what} needs a checkout of Assay, with its sources and development tools, but this is the installed package; ` +
      'clone the repository and repeat the command there',
  );
};
