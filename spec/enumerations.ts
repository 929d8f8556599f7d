import type { Line } from './line.ts';

/** Enumerations that the field tables print, by name. */

/** Language of a jobloss, travel or motor gap draft. */
export const LANGUAGES = ['nl', 'fr', 'en'] as const;
/** Language of a landlord draft. */
export const LANDLORD_LANGUAGES = ['nl-BE', 'fr-BE', 'en-BE'] as const;
/** Languages of a line's drafts. */
export const languagesOf = (line: Line): readonly string[] =>
  line === 'landlord' ? LANDLORD_LANGUAGES : LANGUAGES;
/** Tax status of the insured person (jobloss). */
export const EMPLOYEE_STATUSES = ['employee', 'self-employed', 'governmentOfficial'] as const;
/** Jobloss terms.variant. */
export const JOBLOSS_VARIANTS = ['JOBLOSS6', 'JOBLOSS12'] as const;
/** Travel terms.familySituation. */
export const FAMILY_SITUATIONS = ['individual', 'couple', 'family'] as const;
/** Travel terms.variant. */
export const TRAVEL_VARIANTS = ['standard', 'premium'] as const;
/** Landlord terms.variant, and the variants of the price request resource. */
export const LANDLORD_VARIANTS = ['BASIC', 'CLASSIC', 'PREMIUM'] as const;
/** Status of a landlord policyholder, person or company. */
export const POLICYHOLDER_STATUSES = ['owner', 'representative'] as const;
/** Landlord risk.insuredProperty.secondType. */
export const PROPERTY_SECOND_TYPES = ['flat', 'house', 'studio'] as const;
/** Landlord risk.insuredProperty.type. */
export const PROPERTY_TYPES = ['residential'] as const;
/** Landlord risk.insuredProperty.surfaceArea.unit. */
export const SURFACE_UNITS = ['m2'] as const;
/** Motor gap terms.variant. */
export const GAP_VARIANTS = ['GAP12', 'GAP24', 'GAP36', 'GAP48', 'GAP60'] as const;
/** Motor gap risk.drivers[].numberOfClaimsLast5Years, text. */
export const CLAIM_COUNTS = ['0', '1', '2', '3+'] as const;
/** Motor gap risk.vehicle.details.codeType. */
export const VEHICLE_CODE_TYPES = ['NAT'] as const;
/** Motor gap risk.vehicle.details.vehicleType: 10 regular car, 20 light commercial vehicle. */
export const VEHICLE_TYPES = ['10', '20'] as const;
/** Transport of a lead. */
export const LEAD_TRANSPORTS = ['EMAIL'] as const;
/** The only currency. */
export const CURRENCIES = ['EUR'] as const;
/** The only insurer name that the specification prints, the last-resort value; it does not print seventeen others. */
export const LAST_RESORT_INSURER = 'Other';

type Values = readonly (string | number)[];

/** Lists of the same kind for different lines or fields. */
const KINDRED: readonly (readonly Values[])[] = [
  [LANGUAGES, LANDLORD_LANGUAGES],
  [JOBLOSS_VARIANTS, TRAVEL_VARIANTS, LANDLORD_VARIANTS, GAP_VARIANTS],
  [EMPLOYEE_STATUSES, POLICYHOLDER_STATUSES],
  [PROPERTY_TYPES, PROPERTY_SECOND_TYPES],
];

const folded = (value: string | number): string => String(value).toLowerCase();

/**
 * Values of other lists of the same kind that this list lacks (E3). Excludes values that differ in case only, since a
 * service may ignore case (V1). A list is known by its identity in `spec/enumerations.ts`.
 */
export function foreignValues(listed: Values): Values {
  const own = new Set(listed.map(folded));
  const kin = KINDRED.find((lists) => lists.includes(listed)) ?? [];
  return kin
    .filter((list) => list !== listed)
    .flat()
    .filter((value) => !own.has(folded(value)));
}
