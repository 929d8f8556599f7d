import type { Choices } from './choices.ts';
import type { RequestSchemas } from './request-schemas.ts';
import type { Rule } from './rules/rule.ts';
import { amountEqualsPrice } from './rules/amount-equals-price.ts';
import { cascoInsurer } from './rules/casco-insurer.ts';
import { contractEmail } from './rules/contract-email.ts';
import { draftSchema } from './rules/draft-schema.ts';
import { employer } from './rules/employer.ts';
import { joblossFlags } from './rules/jobloss-flags.ts';
import { landlordAnswers } from './rules/landlord-answers.ts';
import { leadEmail } from './rules/lead-email.ts';
import { oneContract } from './rules/one-contract.ts';
import { onlyAllowedWhen } from './rules/only-allowed-when.ts';
import { paymentTerm } from './rules/payment-term.ts';
import { personXorCompany } from './rules/person-xor-company.ts';
import { priceBeforeContract } from './rules/price-before-contract.ts';
import { roadsideAssistance } from './rules/roadside-assistance.ts';
import { startDate } from './rules/start-date.ts';
import { termsToken } from './rules/terms-token.ts';
import { vehicleDetails } from './rules/vehicle-details.ts';
import { vehicleIdentification } from './rules/vehicle-identification.ts';

/** An amount that is not shown cannot be required (P5). */
const comparesAmounts = ({ contractNeeds, gapPrice }: Choices): boolean =>
  contractNeeds.gapPrice && gapPrice.place !== null;

/** All business rules of a service, in the order of evaluation; the first broken one decides the answer. */
export const businessRules = (choices: Choices, schemas: RequestSchemas): Rule[] => [
  ...(choices.checkpoints.schema === 'write' ? [] : [draftSchema(choices, schemas)]),
  joblossFlags,
  onlyAllowedWhen(choices),
  employer(choices),
  personXorCompany(choices),
  roadsideAssistance(choices),
  landlordAnswers(choices),
  startDate(choices),
  vehicleIdentification(choices),
  cascoInsurer(choices),
  vehicleDetails,
  leadEmail,
  contractEmail,
  oneContract(choices),
  paymentTerm(choices),
  termsToken(choices),
  priceBeforeContract(choices),
  ...(comparesAmounts(choices) ? [amountEqualsPrice] : []),
];
