import * as fc from 'fast-check';
import { LAST_RESORT_INSURER } from '../../spec/enumerations.ts';
import type { GeneratorContext } from '../context.ts';
import { type Extent, optionalUnlessComplete, record, absent, oneKindOf } from '../record.ts';
import { invoice } from './purchase.ts';
import type { Vehicle, Identification } from './types.ts';
import { COUNTRY } from '../../spec/limits.ts';
import { plate } from '../car.ts';
import { realistic } from '../realistic.ts';

const VIN_CHARACTERS = 'ABCDEFGHJKLMNPRSTUVWXYZ0123456789';

/** A vehicle identification number: 17 letters and digits without I, O and Q. Does not shrink. */
const vin: fc.Arbitrary<string> = realistic((faker) =>
  faker.string.fromCharacters(VIN_CHARACTERS, 17),
);

const none = { registration: absent, vin: absent, willProvideLater: absent };

/**
 * Exactly one of registration, vin and willProvideLater; the last is always true, as false is only observed (V12).
 * Shrinks to willProvideLater.
 */
const identification: fc.Arbitrary<Identification> = oneKindOf(
  record<Identification>({ ...none, willProvideLater: fc.constant(true) }),
  record<Identification>({ ...none, vin }),
  record<Identification>({
    ...none,
    registration: record<NonNullable<Identification['registration']>>({
      country: fc.constant(COUNTRY),
      plate,
    }),
  }),
);

/** Greatest number of years by which registration precedes purchase. */
const YEARS_BEFORE_PURCHASE = 8;

/** Details of a vehicle that the target declares to be real (V11). Shrinks to the first. */
function vehicleDetails(context: GeneratorContext): fc.Arbitrary<NonNullable<Vehicle['details']>> {
  if (context.vehicleCodes.length === 0) {
    throw new RangeError(
      'Generators need at least one real NAT vehicle code. Set vehicleCodes in the target.',
    );
  }
  return fc
    .constantFrom(...context.vehicleCodes)
    .map(({ code, country, vehicleType }) => ({ code, codeType: 'NAT', country, vehicleType }));
}

/** Turns firstRegistrationYear from years before the purchase into a calendar year, so that it never contradicts the purchase. */
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
  const whenNeeded = optionalUnlessComplete(extent);
  const years = fc.integer({ min: 0, max: YEARS_BEFORE_PURCHASE });
  return record<Vehicle>({
    cascoInsurerCompany: whenNeeded(fc.constantFrom(LAST_RESORT_INSURER, ...context.insurers)),
    details: whenNeeded(vehicleDetails(context)),
    firstRegistrationYear: whenNeeded(years.map(String)),
    identification: whenNeeded(identification),
    invoice: whenNeeded(invoice(context, extent)),
  }).map((drawn) => registeredBeforePurchase(drawn, context.today));
}
