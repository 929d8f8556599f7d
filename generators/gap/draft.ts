import * as fc from 'fast-check';
import { GAP_VARIANTS, LANGUAGES } from '../../spec/enumerations.ts';
import type { GapDraft } from '../../spec/schemas/gap-draft.ts';
import { amountOf } from '../amount.ts';
import type { GeneratorContext } from '../context.ts';
import { keyValues } from '../key-value.ts';
import { policyholder } from '../policyholder.ts';
import { type Absent, type Extent, absent, maybe, needed, record } from '../record.ts';
import { startDate } from '../start-date.ts';
import { cascoFactors } from './casco-factors.ts';
import { drivers } from './driver.ts';
import type { Risk, Terms } from './types.ts';
import { vehicle } from './vehicle.ts';

/** Plausible claim limits, hundredths of EUR; the specification lists none for motor gap (C13). */
export const GAP_CLAIM_LIMITS = [1_000_000, 750_000, 1_500_000, 2_000_000, 2_500_000] as const;

/** A known white label: never where the target names none, always where it names more than one. Shrinks to the first. */
function whiteLabel({ whiteLabels }: GeneratorContext): fc.Arbitrary<string | Absent> {
  if (whiteLabels.length === 0) return absent;
  const label = fc.constantFrom(...whiteLabels);
  return whiteLabels.length === 1 ? maybe(label) : label;
}

/** Risk of a motor gap draft. Shrinks to {}. */
function risk(context: GeneratorContext, extent: Extent): fc.Arbitrary<Risk> {
  const whenNeeded = needed(extent);
  return record<Risk>({
    cascoFactors: whenNeeded(cascoFactors(extent)),
    drivers: whenNeeded(drivers(context, extent)),
    vehicle: whenNeeded(vehicle(context, extent)),
  });
}

/** Terms of a motor gap draft. Shrinks to {}. */
function terms(context: GeneratorContext, extent: Extent): fc.Arbitrary<Terms> {
  const whenNeeded = needed(extent);
  return record<Terms>({
    claimLimit: whenNeeded(amountOf(GAP_CLAIM_LIMITS)),
    requestPaperCopy: maybe(fc.boolean()),
    startDate: whenNeeded(startDate(context, extent)),
    variant: whenNeeded(fc.constantFrom(...GAP_VARIANTS)),
  });
}

/** A legal motor gap draft. Shrinks to {}, or to a white label alone; a complete one to its needed fields. */
export function gapDraft(context: GeneratorContext, extent: Extent): fc.Arbitrary<GapDraft> {
  const whenNeeded = needed(extent);
  return record<GapDraft>({
    language: whenNeeded(fc.constantFrom(...LANGUAGES)),
    partnerReference: maybe(keyValues),
    policyholder: whenNeeded(policyholder(context, extent)),
    risk: whenNeeded(risk(context, extent)),
    terms: whenNeeded(terms(context, extent)),
    whiteLabelId: whiteLabel(context),
  });
}
