import * as fc from 'fast-check';
import { PROPERTY_SECOND_TYPES, PROPERTY_TYPES, SURFACE_UNITS } from '../../spec/enumerations.ts';
import type { LandlordDraft } from '../../spec/schemas/landlord-draft.ts';
import { address } from '../address.ts';
import { amount } from '../amount.ts';
import { type Extent, needed, oneKindOf, record } from '../record.ts';
import { tenancies } from './tenancy.ts';

type Risk = NonNullable<LandlordDraft['risk']>;
type Property = NonNullable<Risk['insuredProperty']>;
type SurfaceArea = NonNullable<Property['surfaceArea']>;

/** Monthly rent, hundredths of EUR, both ends included. */
export const MONTHLY_RENT = { min: 50_000, max: 300_000 } as const;
/** Monthly charges, hundredths of EUR, both ends included. */
export const MONTHLY_CHARGES = { min: 1_000, max: 40_000 } as const;
/** Surface area, square metres, both ends included. */
export const SURFACE_AREA = { min: 18, max: 450 } as const;

/** The insured property. Shrinks to {}; a complete one to a flat of 18 square metres. */
function insuredProperty(extent: Extent): fc.Arbitrary<Property> {
  const whenNeeded = needed(extent);
  return record<Property>({
    address: whenNeeded(address(extent)),
    monthlyCharges: whenNeeded(amount(MONTHLY_CHARGES)),
    monthlyRent: whenNeeded(amount(MONTHLY_RENT)),
    secondType: whenNeeded(fc.constantFrom(...PROPERTY_SECOND_TYPES)),
    surfaceArea: whenNeeded(
      record<SurfaceArea>({
        unit: whenNeeded(fc.constantFrom(...SURFACE_UNITS)),
        value: whenNeeded(fc.integer(SURFACE_AREA)),
      }),
    ),
    type: whenNeeded(fc.constantFrom(...PROPERTY_TYPES)),
  });
}

/** Risk of a landlord draft. Shrinks to {}; a complete one to a vacant property. */
export function landlordRisk(extent: Extent): fc.Arbitrary<Risk> {
  const property = needed(extent)(insuredProperty(extent));
  const kinds = tenancies(extent).map((tenancy) =>
    record<Risk>({ ...tenancy, insuredProperty: property }),
  );

  return oneKindOf(...kinds);
}
