import * as fc from 'fast-check';
import type { Line } from '../spec/line.ts';
import type { GapLead, Lead, GapPriceRequest, ToContract } from '../spec/schemas/one-shot.ts';
import { keyValues, type KeyValue, distinctiveText } from './value-types.ts';
import { absent, optional, record } from './record.ts';
import type { GeneratorContext } from './context.ts';

/** The lead body of a line; motor gap also takes partner references. */
export type LeadOf<L extends Line> = L extends 'gap' ? GapLead : Lead;

/** A lead body with or without transport (T6, G2). Shrinks to a body without partner references. */
export function lead<L extends Line>(line: L, transport?: 'EMAIL'): fc.Arbitrary<LeadOf<L>>;
export function lead(line: Line, transport?: 'EMAIL'): fc.Arbitrary<GapLead> {
  return record<GapLead>({
    transport: transport === undefined ? absent : fc.constant(transport),
    partnerReference: line === 'gap' ? optional(keyValues) : absent,
  });
}

/** Body of the motor gap PriceRequest Create (G3): partner references, optional. Shrinks to {}. */
export function gapPriceRequestBody(_context: GeneratorContext): fc.Arbitrary<GapPriceRequest> {
  return record<GapPriceRequest>({ partnerReference: optional(keyValues) });
}

/** Parts of a to-contract payload, all from the target or from earlier answers (P5). */
export interface ToContractParts {
  /** A paymentTerm known to be real. */
  readonly term: string;
  /** The price, in hundredths of EUR. */
  readonly amount: number;
  /** The user terms token, unchanged. */
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

/**
 * Source of the body of a travel metadata item, whose form is not shown (P4). Its key is practically unique, since
 * duplicate keys of travel metadata are only observed (V10, D11). Does not shrink.
 */
export function metadataItem(_context: GeneratorContext): fc.Arbitrary<KeyValue> {
  return record<KeyValue>({ key: distinctiveText, value: distinctiveText });
}
