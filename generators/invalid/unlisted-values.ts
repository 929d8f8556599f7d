import {
  CLAIM_COUNTS,
  CURRENCIES,
  EMPLOYEE_STATUSES,
  FAMILY_SITUATIONS,
  GAP_VARIANTS,
  JOBLOSS_VARIANTS,
  LANDLORD_LANGUAGES,
  LANDLORD_VARIANTS,
  LANGUAGES,
  LEAD_TRANSPORTS,
  POLICYHOLDER_STATUSES,
  PROPERTY_SECOND_TYPES,
  PROPERTY_TYPES,
  SURFACE_UNITS,
  TRAVEL_VARIANTS,
  VEHICLE_CODE_TYPES,
  VEHICLE_TYPES,
} from '../../spec/enumerations.ts';
import { CLAIM_LIMITS } from '../../spec/limits.ts';

type Values = readonly (string | number)[];

/** Plausible values that a list lacks. Nothing that is a listed value in other letters, which is only observed (V1). */
const UNLISTED: ReadonlyMap<Values, Values> = new Map<Values, Values>([
  [CLAIM_COUNTS, ['3', '4']],
  [CLAIM_LIMITS, [400_000]],
  [CURRENCIES, ['USD', 'GBP']],
  [EMPLOYEE_STATUSES, ['retired']],
  [FAMILY_SITUATIONS, ['friends']],
  [GAP_VARIANTS, ['GAP72']],
  [JOBLOSS_VARIANTS, ['JOBLOSS24']],
  [LANDLORD_LANGUAGES, ['de-BE']],
  [LANDLORD_VARIANTS, ['DELUXE']],
  [LANGUAGES, ['de']],
  [LEAD_TRANSPORTS, ['SMS']],
  [POLICYHOLDER_STATUSES, ['tenant']],
  [PROPERTY_SECOND_TYPES, ['castle']],
  [PROPERTY_TYPES, ['commercial']],
  [SURFACE_UNITS, ['ft2']],
  [TRAVEL_VARIANTS, ['gold']],
  [VEHICLE_CODE_TYPES, ['VIN']],
  [VEHICLE_TYPES, ['30']],
]);

const byRule = (listed: Values): Values => {
  const numbers = listed.filter((value) => typeof value === 'number');
  return numbers.length > 0 ? [Math.max(...numbers) + 1] : ['UNLISTED'];
};

/** Values that a list lacks: plausible ones for the lists of the specification, by rule for any other. */
export function unlistedValues(listed: Values): Values {
  return UNLISTED.get(listed) ?? byRule(listed);
}
