import * as fc from 'fast-check';
import { LAST_RESORT_INSURER } from '../../spec/enumerations.ts';
import type { GeneratorContext } from '../context.ts';
import { type Extent, needed, record } from '../record.ts';
import { identification } from './identification.ts';
import { invoice } from './invoice.ts';
import type { Vehicle } from './types.ts';

/** Greatest number of years by which registration precedes purchase. */
const YEARS_BEFORE_PURCHASE = 8;

/** Details of a vehicle that the target declares to be real (V11). Shrinks to the first. */
function vehicleDetails(context: GeneratorContext): fc.Arbitrary<NonNullable<Vehicle['details']>> {
  if (context.vehicleCodes.length === 0) {
    throw new RangeError(
      'Generators need one real NAT vehicle code at least. Set vehicleCodes in the target.',
    );
  }
  return fc
    .constantFrom(...context.vehicleCodes)
    .map(({ code, country, vehicleType }) => ({ code, codeType: 'NAT', country, vehicleType }));
}

/** Turns firstRegistrationYear from years before the purchase into the year, so that it never contradicts the purchase. */
function registeredBeforePurchase(vehicle: Vehicle, today: string): Vehicle {
  const { firstRegistrationYear: age, invoice } = vehicle;
  if (age === undefined) return vehicle;
  const purchasedYear = Number((invoice?.purchasedDate ?? today).slice(0, 4));
  return { ...vehicle, firstRegistrationYear: String(purchasedYear - Number(age)) };
}

/**
 * A vehicle: real details, a known insurer or Other, a year of first registration up to the purchase, an identification
 * of one kind and an invoice. Shrinks to {}.
 */
export function vehicle(context: GeneratorContext, extent: Extent): fc.Arbitrary<Vehicle> {
  const whenNeeded = needed(extent);
  const years = fc.integer({ min: 0, max: YEARS_BEFORE_PURCHASE });
  return record<Vehicle>({
    cascoInsurerCompany: whenNeeded(fc.constantFrom(LAST_RESORT_INSURER, ...context.insurers)),
    details: whenNeeded(vehicleDetails(context)),
    firstRegistrationYear: whenNeeded(years.map(String)),
    identification: whenNeeded(identification),
    invoice: whenNeeded(invoice(context, extent)),
  }).map((drawn) => registeredBeforePurchase(drawn, context.today));
}
