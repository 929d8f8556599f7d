import { withOldPurchase } from '../../gap/purchase.ts';
import { withoutStatus } from '../../jobloss/insured-job.ts';
import { valueAt, withValue, withoutValue } from '../../pointer.ts';
import { ABSENT } from '../../record.ts';
import { type Questions, inDrafts } from '../observation.ts';

const JOB = '/risk/insuredJob';
const STATUS = `${JOB}/employeeStatus`;
const PERMANENT = `${JOB}/isPermanentContract`;
const UNREGISTER = `${JOB}/willUnregisterSocialFundIfClaim`;
const IDENTIFICATION = '/risk/vehicle/identification';
const INVOICE = '/risk/vehicle/invoice';

const isEmployed = (valid: object) =>
  ['employee', 'governmentOfficial'].includes(String(valueAt(valid, STATUS)));
const isSelfEmployed = (valid: object) => valueAt(valid, STATUS) === 'self-employed';

const hasNoStatus = (valid: object) =>
  valueAt(valid, JOB) !== undefined && valueAt(valid, STATUS) === undefined;

/** Jobloss flags for which the text sets no condition, or none that can be tested (E2, C6). */
const JOB_QUESTIONS: Questions = {
  'empty-insured-job': {
    question: 'is an insuredJob without any field accepted?',
    rule: 'V17',
    at: { 'jobloss-draft': JOB },
    adapt: withoutStatus,
    odd: () => ({}),
  },
  'permanent-contract-false-of-self-employed': {
    question: 'is isPermanentContract false accepted with the employeeStatus self-employed?',
    rule: 'E2',
    at: { 'jobloss-draft': PERMANENT },
    suits: isSelfEmployed,
    odd: () => false,
  },
  'unregister-false-of-employed': {
    question:
      'is willUnregisterSocialFundIfClaim false accepted with an employeeStatus other than self-employed?',
    rule: 'E2',
    at: { 'jobloss-draft': UNREGISTER },
    suits: isEmployed,
    odd: () => false,
  },
  'permanent-contract-without-status': {
    question: 'is isPermanentContract true accepted without an employeeStatus?',
    rule: 'E2',
    at: { 'jobloss-draft': PERMANENT },
    adapt: withoutStatus,
    suits: hasNoStatus,
    odd: () => true,
  },
  'unregister-without-status': {
    question: 'is willUnregisterSocialFundIfClaim true accepted without an employeeStatus?',
    rule: 'E2',
    at: { 'jobloss-draft': UNREGISTER },
    adapt: withoutStatus,
    suits: hasNoStatus,
    odd: () => true,
  },
  'employer-and-status-missing': {
    question: 'is an insuredJob with neither employeeStatus nor employer accepted?',
    rule: 'E2',
    at: { 'jobloss-draft': `${JOB}/employer` },
    adapt: withoutStatus,
    odd: () => ABSENT,
  },
  'permanent-contract-missing': {
    question: 'is an employee accepted without isPermanentContract?',
    rule: 'C6',
    at: { 'jobloss-draft': PERMANENT },
    odd: () => ABSENT,
  },
  'unregister-missing': {
    question: 'is a self-employed person accepted without willUnregisterSocialFundIfClaim?',
    rule: 'C6',
    at: { 'jobloss-draft': UNREGISTER },
    odd: () => ABSENT,
  },
  'vat-of-employed': {
    question: 'is a VAT number of a person who is not self-employed accepted?',
    rule: 'C9',
    at: { 'jobloss-draft': '/policyholder/person/vat' },
    suits: (valid) => isEmployed(valid) && valueAt(valid, '/policyholder/person') !== undefined,
    odd: () => 'BE0123456749',
  },
};

/** Vehicle and invoice of motor gap (V12, C7, E7). */
const GAP_QUESTIONS: Questions = {
  'no-identification': {
    question: 'is an identification with none of the three accepted?',
    rule: 'V12',
    at: { 'gap-draft': IDENTIFICATION },
    odd: () => ({}),
  },
  'identification-not-promised': {
    question: 'is willProvideLater false accepted?',
    rule: 'V12',
    at: { 'gap-draft': `${IDENTIFICATION}/willProvideLater` },
    odd: () => false,
  },
  'purchase-without-date-and-flag': {
    question: 'is an invoice with neither purchasedDate nor isPurchasedInLast6Months accepted?',
    rule: 'C7',
    at: { 'gap-draft': `${INVOICE}/isPurchasedInLast6Months` },
    adapt: (drawn) =>
      valueAt(drawn, INVOICE) === undefined
        ? drawn
        : withValue(
            withoutValue(drawn, `${INVOICE}/purchasedDate`),
            `${INVOICE}/isPurchasedInLast6Months`,
            true,
          ),
    odd: () => ABSENT,
  },
  'old-purchase-called-recent': {
    question: 'is isPurchasedInLast6Months true accepted with an old purchasedDate?',
    rule: 'E7',
    at: { 'gap-draft': `${INVOICE}/isPurchasedInLast6Months` },
    adapt: (drawn, context) =>
      valueAt(drawn, INVOICE) === undefined
        ? drawn
        : withValue(withOldPurchase(drawn, context), `${INVOICE}/isPurchasedInLast6Months`, false),
    odd: () => true,
  },
};

/** Fields that the tables do not have, or not together (V13, V14, V16). */
const FIELD_QUESTIONS: Questions = {
  'unknown-field': {
    question: 'is a field that the specification does not have accepted?',
    rule: 'V14',
    at: {
      ...inDrafts('/unlistedField'),
      car: '/unlistedField',
      lead: '/unlistedField',
      'gap-lead': '/unlistedField',
      'gap-price-request': '/unlistedField',
    },
    suits: () => true,
    odd: () => 'unknown',
  },
  'corrected-spelling': {
    question: 'is isCarsAgeEligible, spelt correctly, accepted in addition to isCarsAgeElligible?',
    rule: 'V13',
    at: { 'travel-draft': '/risk/isCarsAgeEligible' },
    suits: (valid) => valueAt(valid, '/risk/isCarsAgeElligible') === true,
    odd: () => true,
  },
  'answer-of-other-branch': {
    question: 'is an answer that alreadyOccupied does not require accepted?',
    rule: 'V16',
    at: { 'landlord-draft': '/risk/willMakeBackgroundCheck' },
    suits: (valid) => valueAt(valid, '/risk/alreadyOccupied') === true,
    odd: () => true,
  },
  'billing-address-beside-same': {
    question: 'is a billing address accepted with billingAddressSameAsCompany true?',
    rule: 'V15',
    at: { 'landlord-draft': '/policyholder/company/billingAddressSameAsCompany' },
    suits: (valid) => valueAt(valid, '/policyholder/company/billingAddressSameAsCompany') === false,
    odd: () => true,
  },
};

/** Combinations that no rule covers. */
export const RULE_QUESTIONS: Questions = {
  ...JOB_QUESTIONS,
  ...GAP_QUESTIONS,
  ...FIELD_QUESTIONS,
};
