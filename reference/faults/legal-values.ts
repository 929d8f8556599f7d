import { START_DATE_DEFERRAL_DAYS } from '../../spec/limits.ts';
import { LINE_TITLES } from '../../spec/line.ts';
import { CATALOGUE } from '../../spec/catalogue.ts';
import {
  bodyRows,
  FIELD_BODY_NAMES,
  type FieldBody,
  operationsWithBody,
} from '../../spec/requirements/field-bodies.ts';
import { legalRequirementId } from '../../spec/requirements/legal-values.ts';
import type { ResourceRow } from '../../spec/resource-rows.ts';
import { dateIn, isDaytime, plusDays } from '../calendar.ts';
import type { Call } from '../call.ts';
import { enclosing } from '../item-pointer.ts';
import { eachOperation, type Kind } from './injection/each-operation.ts';
import type { Fault, NotFaulted } from './injection/fault.ts';
import {
  emailFormsOf,
  type LegalClass,
  refusedClass,
  smallestObjectOf,
  textFormOf,
} from './injection/legal-class.ts';
import {
  BODY_NAMES,
  type BodyRowFault,
  allScopesOf,
  subjectOf,
  type FaultScope,
  scopeOf,
} from './injection/row-fault.ts';
import { atRule, beforeHandler, valueInside, refuse, refusingFault } from './injection/stages.ts';

/** A class of legal values that a service refuses. */
export interface RefusedValueFault extends BodyRowFault {
  readonly refused: LegalClass;
}

const refusingClass = (
  body: Exclude<FieldBody, 'to-contract'>,
  row: ResourceRow,
  refused: LegalClass,
  { suffix, on }: FaultScope,
): RefusedValueFault => ({
  id: `legal-${BODY_NAMES[body]}-${row.name}-${refused.name}${suffix}`,
  breaks: { requirement: legalRequirementId(body, row), operation: on },
  what: `${subjectOf(on)} refuses a legal ${row.name} (${refused.name}).`,
  // Requiring all of a policyholder, risk or terms would mask other faults of the draft.
  ...(enclosing(row.pointer).parent === '' && refused.name === 'absent'
    ? {}
    : { confinedTo: row.pointer, refusesValues: true }),
  body,
  row,
  refused,
  on,
  inject: (tables) => {
    for (const each of on)
      beforeHandler(tables, each, (call) => {
        if (refused.isIn(call)) refuse(`${row.name} is not taken like this`);
      });
  },
});

/** Further classes of a field that can be refused alone, beside the one that every field has. */
const furtherClasses = (body: FieldBody, row: ResourceRow): readonly LegalClass[] => [
  ...emailFormsOf(body, row),
  ...textFormOf(body, row),
  ...smallestObjectOf(row),
];

const faultsOf = (body: FieldBody): readonly RefusedValueFault[] => {
  if (body === 'to-contract') return [];
  return bodyRows(body).flatMap((row) => {
    const requirement = legalRequirementId(body, row);
    if (!CATALOGUE.has(requirement)) return [];
    const usual = refusedClass(body, row);
    return [
      ...(usual
        ? allScopesOf(requirement, operationsWithBody(body)).map((scope) =>
            refusingClass(body, row, usual, scope),
          )
        : []),
      ...furtherClasses(body, row).map((each) =>
        refusingClass(
          body,
          row,
          each,
          scopeOf(`${requirement} ${each.name}`, operationsWithBody(body)),
        ),
      ),
    ];
  });
};

/** One service for the legal values of every field of the shown bodies that refuses some of them. */
export const refusedValueFaults: readonly RefusedValueFault[] = FIELD_BODY_NAMES.flatMap(faultsOf);

const drivers = ({ body }: Call): readonly unknown[] =>
  (valueInside(body, 'risk', 'drivers') as readonly unknown[] | undefined) ?? [];

/** A limit of 29 days in place of 30 (E6), enforced where the service enforces the limit. */
const startsADayEarly = (
  line: 'jobloss' | 'travel' | 'landlord',
  write: 'draft-create' | 'draft-update',
): Fault => ({
  id: `${line}-last-start-day-refused-after-${write.replace('draft-', '')}`,
  breaks: {
    requirement: `${line.toUpperCase()}-LEGAL-terms.startDate`,
    operation: `${line}.${write}`,
  },
  what: `${LINE_TITLES[line]} refuses a policy that starts 30 days after its purchase.`,
  shownBy: isDaytime,
  inject: (tables) => {
    atRule(tables, 'start-date', (subject, check) => {
      const start = valueInside(subject.body, 'terms', 'startDate');
      const last = plusDays(dateIn(subject.now, tables.choices.timeZone), START_DATE_DEFERRAL_DAYS);
      const isMine = subject.line === line && subject.writtenBy === `${line}.${write}`;
      return isMine && start === last
        ? { message: 'is too late', field: '/terms/startDate' }
        : check();
    });
  },
});

/** The only value of the field; leads without it are accepted. */
const refusesEmail: Kind = {
  ending: 'refuses-email',
  what: 'refuses the transport EMAIL',
  inject: (tables, { id }) => {
    beforeHandler(tables, id, ({ body }) => {
      if (body['transport'] === 'EMAIL') refuse('is not taken here');
    });
  },
};

/** Legal values that are refused, while others of the same field are accepted. */
export const faults: readonly Fault[] = [
  ...refusedValueFaults,
  startsADayEarly('jobloss', 'draft-create'),
  startsADayEarly('travel', 'draft-update'),
  startsADayEarly('landlord', 'draft-create'),
  refusingFault(
    'jobloss-created-without-french',
    'JOBLOSS-LEGAL-language',
    'jobloss.draft-create',
    'Jobloss Draft Create refuses the language fr.',
    ({ body }) => body['language'] === 'fr',
  ),
  refusingFault(
    'travel-updated-without-premium',
    'TRAVEL-LEGAL-terms.variant',
    'travel.draft-update',
    'Travel Draft Update refuses the variant premium.',
    ({ body }) => valueInside(body, 'terms', 'variant') === 'premium',
  ),
  refusingFault(
    'landlord-created-without-studios',
    'LANDLORD-LEGAL-risk.insuredProperty.secondType',
    'landlord.draft-create',
    'Landlord Draft Create refuses the second type studio.',
    ({ body }) => valueInside(body, 'risk', 'insuredProperty', 'secondType') === 'studio',
  ),
  refusingFault(
    'gap-updated-without-three-claims',
    'GAP-LEGAL-risk.drivers[].numberOfClaimsLast5Years',
    'gap.draft-update',
    'Motor gap Draft Update refuses 3+ claims of a driver.',
    (call) => drivers(call).some((each) => valueInside(each, 'numberOfClaimsLast5Years') === '3+'),
  ),
  refusingFault(
    'car-posted-only-with-plate',
    'TRAVEL-CAR-LEGAL-plate',
    'travel.car-post',
    'Post Car refuses a car without a plate, which is optional.',
    ({ body }) => !('plate' in body),
  ),
  refusingFault(
    'gap-priced-only-with-reference',
    'GAP-PRICE-LEGAL-partnerReference',
    'gap.price-request',
    'The motor gap price request requires a partner reference, which is optional.',
    ({ body }) => !('partnerReference' in body),
  ),
  refusingFault(
    'gap-lead-without-references',
    'GAP-LEAD-LEGAL-partnerReference',
    'gap.lead-create',
    'Motor gap Lead Create refuses partner references.',
    ({ body }) => 'partnerReference' in body,
  ),
  ...eachOperation('LEAD-LEGAL-transport', [refusesEmail], ({ line }) => line !== 'travel'),
];

/** Reasons that some values cannot be refused alone. */
export const notFaulted: readonly NotFaulted[] = [
  {
    ids: /-LEGAL-.+\.(currency|codeType)$/,
    because:
      'The only listed value occurs whenever its object does, so refusing it would refuse the object.',
  },
  {
    ids: /-LEGAL-.*(address|billingAddress)\.(country|zip)$/i,
    because:
      'BE is the only country whose addresses are certainly insurable, and a zip is refused with its city.',
  },
  {
    ids: /^GAP-LEGAL-risk\.vehicle\.(details\.(code|country)|identification\.registration\.(country|plate))$/,
    because:
      'The specification defines no set of codes, countries or plates, so that no two values differ (V11).',
  },
  {
    ids: /^GAP-LEGAL-risk\.cascoFactors\.depreciationRate\.numerator$/,
    because: 'Every fraction has one, and no rule tells two of them apart.',
  },
  {
    ids: /^JOBLOSS-LEGAL-risk\.insuredJob\.(isPermanentContract|willUnregisterSocialFundIfClaim)$/,
    because:
      'It is always sent with its status and must then be true (C6), so refusing it would refuse the status.',
  },
  {
    ids: /^LANDLORD-LEGAL-policyholder\.company\.billingAddress$/,
    because:
      'billingAddressSameAsCompany is false or absent with it, and true or absent without it, so both would be refused.',
  },
];
