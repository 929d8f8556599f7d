import { isDeepStrictEqual } from 'node:util';
import type { ResolvedTarget } from '../client/target.ts';
import { DEFAULT_PAYMENT_TERMS, DEFAULT_VEHICLE_CODES } from '../client/target/body-templates.ts';
import type { Declared } from '../oracles/answers/always-broken.ts';
import type { OperationId } from '../spec/operations.ts';

/** Which of the values that the specification does not show this target says (P4, P5); a default is a guess. */
export const declaredIn = (
  { bodies, paymentTerms, vehicleCodes }: ResolvedTarget,
  on: OperationId | undefined,
): Declared => ({
  body: on !== undefined && bodies[on] !== undefined,
  paymentTerms: !isDeepStrictEqual(paymentTerms, DEFAULT_PAYMENT_TERMS),
  vehicleCodes: !isDeepStrictEqual(vehicleCodes, DEFAULT_VEHICLE_CODES),
});
