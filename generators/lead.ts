import * as fc from 'fast-check';
import type { Line } from '../spec/line.ts';
import type { GapLead, Lead } from '../spec/schemas/one-shot.ts';
import { keyValues } from './key-value.ts';
import { absent, maybe, record } from './record.ts';

/** The lead body of a line; motor gap also takes partner references. */
export type LeadOf<L extends Line> = L extends 'gap' ? GapLead : Lead;

/** A lead body with or without transport (T6, G2). Shrinks to a body without partner references. */
export function lead<L extends Line>(line: L, transport?: 'EMAIL'): fc.Arbitrary<LeadOf<L>>;
export function lead(line: Line, transport?: 'EMAIL'): fc.Arbitrary<GapLead> {
  return record<GapLead>({
    transport: transport === undefined ? absent : fc.constant(transport),
    partnerReference: line === 'gap' ? maybe(keyValues) : absent,
  });
}
