import * as fc from 'fast-check';
import { COUNTRY } from '../../spec/limits.ts';
import { plate } from '../plate.ts';
import { realistic } from '../realistic.ts';
import { absent, oneKindOf, record } from '../record.ts';
import type { Identification } from './types.ts';

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
export const identification: fc.Arbitrary<Identification> = oneKindOf(
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
