import { beforeHandler, inside, refuse } from './stages.ts';
import { type Call, draftOf } from '../call.ts';
import type { Fault } from './fault.ts';
import type { OperationId } from '../../spec/operations.ts';

const refuses = (
  id: string,
  operation: OperationId,
  requirement: string,
  what: string,
  isRefused: (call: Call) => boolean,
): Fault => ({
  id,
  breaks: { requirement, operation },
  what,
  sow: (tables) => {
    beforeHandler(tables, operation, (call) => {
      if (isRefused(call)) refuse('is not taken here');
    });
  },
});

const breaksDown = (
  id: string,
  operation: OperationId,
  what: string,
  isFatal: (call: Call) => boolean,
): Fault => ({
  id,
  breaks: { requirement: 'ERROR-01', operation },
  what,
  sow: (tables) => {
    beforeHandler(tables, operation, (call) => {
      if (isFatal(call)) throw new Error('the tariff could not be reached');
    });
  },
});

const drivers = ({ body }: Call): readonly unknown[] =>
  (inside(body, 'risk', 'drivers') as readonly unknown[] | undefined) ?? [];

/** Legal values and requests that are refused, while others are taken. */
export const legalValueFaults: readonly Fault[] = [
  refuses(
    'jobloss-created-without-french',
    'jobloss.draft-create',
    'JOBLOSS-LEGAL-language',
    'Jobloss Draft Create refuses the language fr.',
    ({ body }) => body['language'] === 'fr',
  ),
  refuses(
    'travel-updated-without-premium',
    'travel.draft-update',
    'TRAVEL-LEGAL-terms.variant',
    'Travel Draft Update refuses the variant premium.',
    ({ body }) => inside(body, 'terms', 'variant') === 'premium',
  ),
  refuses(
    'landlord-created-without-studios',
    'landlord.draft-create',
    'LANDLORD-LEGAL-risk.insuredProperty.secondType',
    'Landlord Draft Create refuses the second type studio.',
    ({ body }) => inside(body, 'risk', 'insuredProperty', 'secondType') === 'studio',
  ),
  refuses(
    'gap-updated-without-three-claims',
    'gap.draft-update',
    'GAP-LEGAL-risk.drivers[].numberOfClaimsLast5Years',
    'Motor gap Draft Update refuses 3+ claims of a driver.',
    (call) => drivers(call).some((each) => inside(each, 'numberOfClaimsLast5Years') === '3+'),
  ),
  refuses(
    'car-posted-only-with-plate',
    'travel.car-post',
    'TRAVEL-CAR-LEGAL-plate',
    'Post Car refuses a car without a plate, which is optional.',
    ({ body }) => !('plate' in body),
  ),
  refuses(
    'gap-priced-only-with-reference',
    'gap.price-request',
    'GAP-PRICE-LEGAL-partnerReference',
    'The motor gap price request requires a partner reference, which is optional.',
    ({ body }) => !('partnerReference' in body),
  ),
  refuses(
    'car-posted-only-with-something',
    'travel.car-post',
    'BODY-06',
    'Post Car refuses an empty object, though every field of a car is optional.',
    ({ body }) => Object.keys(body).length === 0,
  ),
  refuses(
    'gap-lead-without-references',
    'gap.lead-create',
    'GAP-LEAD-LEGAL-partnerReference',
    'Motor gap Lead Create refuses partner references.',
    ({ body }) => 'partnerReference' in body,
  ),
  refuses(
    'travel-draft-has-one-car',
    'travel.car-post',
    'LEGAL-01',
    'Post Car refuses the second car of a draft.',
    (call) => draftOf(call).items.car.size > 0,
  ),
];

/** Legal values that bring a service down, while others do not. */
export const breakdownFaults: readonly Fault[] = [
  breaksDown(
    'price-info-breaks-down-for-couples',
    'travel.price-info',
    'The travel price info answers 500 for couples.',
    (call) => inside(draftOf(call).body, 'terms', 'familySituation') === 'couple',
  ),
  breaksDown(
    'jobloss-update-breaks-down-for-officials',
    'jobloss.draft-update',
    'Jobloss Draft Update answers 500 for government officials.',
    ({ body }) => inside(body, 'risk', 'insuredJob', 'employeeStatus') === 'governmentOfficial',
  ),
  breaksDown(
    'gap-price-breaks-down-for-five-years',
    'gap.price-request',
    'The motor gap price request answers 500 for the variant GAP60.',
    (call) => inside(draftOf(call).body, 'terms', 'variant') === 'GAP60',
  ),
];
