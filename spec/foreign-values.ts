import {
  EMPLOYEE_STATUSES,
  GAP_VARIANTS,
  JOBLOSS_VARIANTS,
  LANDLORD_LANGUAGES,
  LANDLORD_VARIANTS,
  LANGUAGES,
  POLICYHOLDER_STATUSES,
  PROPERTY_SECOND_TYPES,
  PROPERTY_TYPES,
  TRAVEL_VARIANTS,
} from './enumerations.ts';

type Values = readonly (string | number)[];

/** Lists of one kind, each of which holds on its own lines, or in its own field. */
const KINDRED: readonly (readonly Values[])[] = [
  [LANGUAGES, LANDLORD_LANGUAGES],
  [JOBLOSS_VARIANTS, TRAVEL_VARIANTS, LANDLORD_VARIANTS, GAP_VARIANTS],
  [EMPLOYEE_STATUSES, POLICYHOLDER_STATUSES],
  [PROPERTY_TYPES, PROPERTY_SECOND_TYPES],
];

const folded = (value: string | number): string => String(value).toLowerCase();

/**
 * What other lists of the same kind have and this one has not (E3). Nothing that it has in other letters, since a service
 * may ignore case (V1). A list is known by its identity in `spec/enumerations.ts`.
 */
export function foreignValues(listed: Values): Values {
  const own = new Set(listed.map(folded));
  const kin = KINDRED.find((lists) => lists.includes(listed)) ?? [];
  return kin
    .filter((list) => list !== listed)
    .flat()
    .filter((value) => !own.has(folded(value)));
}
