import * as fc from 'fast-check';
import type { ToContract } from '../spec/schemas/one-shot.ts';

/** What a to-contract payload is made of; all of it comes from the target or from earlier answers (P5). */
export interface ToContractParts {
  /** A paymentTerm known to be real. */
  readonly term: string;
  /** The price, in hundredths of EUR. */
  readonly amount: number;
  /** The user terms token as it was handed out. */
  readonly token: string;
}

/** The to-contract payload of motor gap (G4). Nothing in it is drawn, so there is nothing to shrink. */
export function toContractPayload({
  term,
  amount,
  token,
}: ToContractParts): fc.Arbitrary<ToContract> {
  return fc.constant({
    paymentTerm: term,
    transactionAmount: { currency: 'EUR', value: amount },
    userTermsToken: token,
  });
}
