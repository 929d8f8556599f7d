import { UsageError } from '../../client/usage-error.ts';
import type { RunOrder } from '../run-order.ts';
import { type SigningKey, signingKey } from './key-file.ts';
import { LEAST_POLICY } from './least-policy.ts';

/** The key that the run's certificate is signed with, where there is to be one. Throws UsageError. */
export const keyOf = ({ command, key }: RunOrder): SigningKey | undefined => {
  if (command === LEAST_POLICY.command) return signingKey(key);
  if (key === undefined) return undefined;
  throw new UsageError(`assay ${command} signs nothing, so it takes no key; certify does`);
};
