import type { RequirementId } from '../spec/catalogue.ts';
import { operation, type OperationId } from '../spec/operations.ts';
import type { SilencingKey } from './silencing-key.ts';

const stepOf = (on: OperationId) => operation(on).step;

/** What compares the amounts of two price requests. */
const COMPARE_AMOUNTS: readonly RequirementId[] = [
  'GAP-FRACTION-02',
  'GAP-INVOICE-01',
  'GAP-INVOICE-02',
  'GAP-PRICE-02',
  'GAP-PRICE-03',
];

/** C2, C8, E6, P5, S14, S16: what the target says of an answer that is then no fault. */
export const SILENCING_DECISIONS: readonly SilencingKey[] = [
  {
    key: 'decisions.lastModified',
    subject: 'Last-Modified',
    becomes: 'observed',
    why: (requirement, _, { decisions }) =>
      requirement === 'LASTMOD-01' && !decisions.lastModified
        ? 'the target does not promise the header (decisions.lastModified: false)'
        : undefined,
  },
  {
    key: 'decisions.purchaseMoment',
    subject: 'start dates',
    becomes: 'observed',
    isUnseen: true,
    why: (requirement, _, { decisions }) =>
      requirement === 'STARTDATE-01' && decisions.purchaseMoment === 'payment'
        ? 'a policy is purchased at its payment, which no run makes (decisions.purchaseMoment)'
        : undefined,
  },
  {
    key: 'decisions.landlordBirthdateRequired',
    subject: 'birthdates of landlord persons',
    becomes: 'observed',
    isUnseen: true,
    why: (requirement, _, { decisions }) =>
      requirement === 'LANDLORD-FIELD-policyholder.person.birthdate-required' &&
      decisions.landlordBirthdateRequired === false
        ? 'the target reads the row narrowly (decisions.landlordBirthdateRequired: false)'
        : undefined,
  },
  {
    key: 'gapPrice',
    subject: 'motor gap amounts',
    becomes: 'observed',
    reason: 'specification-silent',
    why: (requirement, _, { gapPrice }) =>
      COMPARE_AMOUNTS.includes(requirement) &&
      typeof gapPrice === 'object' &&
      gapPrice !== null &&
      'amount' in gapPrice
        ? 'price requests show no amount (gapPrice: { amount })'
        : undefined,
  },
  {
    key: 'features.landlordLeads',
    subject: 'landlord leads',
    becomes: 'observed',
    why: (_, on, { features }) =>
      operation(on).comingSoon && !features.landlordLeads
        ? 'the target does not call them live (features.landlordLeads)'
        : undefined,
  },
  {
    key: 'decisions.paymentStatusExists',
    subject: 'payment status',
    becomes: 'observed',
    why: (_, on, { decisions }) =>
      stepOf(on) === 'payment-status' && !decisions.paymentStatusExists
        ? 'the target does not promise one before a payment (decisions.paymentStatusExists)'
        : undefined,
  },
  {
    key: 'decisions.downloadReady',
    subject: 'downloads',
    becomes: 'observed',
    why: (_, on, { decisions }) =>
      stepOf(on) === 'contract-download' && decisions.downloadReady === false
        ? 'a document is not there at once (decisions.downloadReady: false)'
        : undefined,
  },
  {
    key: 'sideEffects.contracts',
    subject: 'rules that only a contract decides',
    becomes: 'observed',
    why: (_, on, facts) =>
      ['draft-create', 'draft-update'].includes(stepOf(on)) &&
      facts.sideEffects.contracts === 'never'
        ? 'the target allows no contracts (sideEffects.contracts: never)'
        : undefined,
  },
];
