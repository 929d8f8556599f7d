import type { RequirementId } from '../spec/catalogue.ts';
import { operation, type OperationId } from '../spec/operations.ts';
import type { Facts } from './facts.ts';
import type { ReasonCode } from './finding.ts';

/** What compares the amounts of two price requests. */
const COMPARE_AMOUNTS: readonly RequirementId[] = [
  'GAP-FRACTION-02',
  'GAP-INVOICE-01',
  'GAP-INVOICE-02',
  'GAP-PRICE-02',
  'GAP-PRICE-03',
];

/** C2, C8, E6, P5, S14, S16: what the target says of an answer that is then no fault. */
const SILENCING_DECISIONS: readonly Row[] = [
  {
    key: 'decisions.lastModified',
    subject: 'Last-Modified',
    why: (requirement, _, { decisions }) =>
      requirement === 'LASTMOD-01' && !decisions.lastModified
        ? 'the target does not promise the header (decisions.lastModified: false)'
        : undefined,
  },
  {
    key: 'decisions.purchaseMoment',
    subject: 'start dates',
    isUnseen: true,
    why: (requirement, _, { decisions }) =>
      requirement === 'STARTDATE-01' && decisions.purchaseMoment === 'payment'
        ? 'a policy is purchased at its payment, which no run makes (decisions.purchaseMoment)'
        : undefined,
  },
  {
    key: 'decisions.landlordBirthdateRequired',
    subject: 'birthdates of landlord persons',
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
    why: (_, on, { features }) =>
      operation(on).comingSoon && !features.landlordLeads
        ? 'the target does not call them live (features.landlordLeads)'
        : undefined,
  },
  {
    key: 'decisions.paymentStatusExists',
    subject: 'payment status',
    why: (_, on, { decisions }) =>
      stepOf(on) === 'payment-status' && !decisions.paymentStatusExists
        ? 'the target does not promise one before a payment (decisions.paymentStatusExists)'
        : undefined,
  },
  {
    key: 'decisions.downloadReady',
    subject: 'downloads',
    why: (_, on, { decisions }) =>
      stepOf(on) === 'contract-download' && decisions.downloadReady === false
        ? 'a document is not there at once (decisions.downloadReady: false)'
        : undefined,
  },
  {
    key: 'sideEffects.contracts',
    subject: 'rules that only a contract decides',
    why: (_, on, facts) =>
      ['draft-create', 'draft-update'].includes(stepOf(on)) &&
      facts.sideEffects.contracts === 'never'
        ? 'the target allows no contracts (sideEffects.contracts: never)'
        : undefined,
  },
];

/** One key of the target by which it rules cells out, or leaves them to be observed at most. */
export interface SilencingKey {
  /** Its path in the target file. */
  readonly key: string;
  /** How a person calls what is then not judged, such as `authentication`. */
  readonly subject: string;
  /** The verdict that such cells can have at most; one that is observed may pass all the same. */
  readonly becomes: 'not-applicable' | 'observed';
  /** Says that no run can see such a fault refused, so that none is sent. Left out: it is sent, and may pass. */
  readonly isUnseen?: true;
  /** The reason, for a person, why the target silences this cell; undefined if it does not. */
  readonly why: (requirement: RequirementId, on: OperationId, facts: Facts) => string | undefined;
  /** The reason of such a verdict. Left out: that the target does not say it, or does not allow it. */
  readonly reason?: ReasonCode;
  /** Says that no certificate is granted to a line of which this is not judged. Left out: it is granted. */
  readonly isNeeded?: (requirement: RequirementId, on: OperationId, facts: Facts) => boolean;
}

type Row = Omit<SilencingKey, 'becomes'>;

const becoming = (becomes: SilencingKey['becomes'], row: Row): SilencingKey => ({
  ...row,
  becomes,
});

const stepOf = (on: OperationId) => operation(on).step;

const CONTRACT_STEPS = ['contract-create', 'contract-get', 'contract-download'];

/** S14: a lead that the target does not call live may be absent whatever it allows. */
const isLiveLead = (_: RequirementId, on: OperationId, { features }: Facts): boolean =>
  !operation(on).comingSoon || features.landlordLeads;

const sideEffects: readonly Row[] = [
  {
    key: 'sideEffects.leads',
    subject: 'leads',
    why: (_, on, facts) =>
      stepOf(on) === 'lead-create' && facts.sideEffects.leads === 'never'
        ? 'the target allows no leads (sideEffects.leads: never)'
        : undefined,
    isNeeded: isLiveLead,
  },
  {
    key: 'sideEffects.contracts',
    subject: 'contracts',
    why: (_, on, facts) =>
      CONTRACT_STEPS.includes(stepOf(on)) && facts.sideEffects.contracts === 'never'
        ? 'the target allows no contracts (sideEffects.contracts: never)'
        : undefined,
    isNeeded: () => true,
  },
];

const isForeign = (requirement: RequirementId): boolean =>
  requirement === 'AUTH-05' || requirement === 'AUTH-06';

/** D10: what a second identity may do is the target's to say. */
const maySaid = (requirement: RequirementId, { decisions }: Facts): string | undefined => {
  const { othersMay } = decisions;
  if (othersMay === undefined)
    return 'the target does not say what others may do (decisions.othersMay)';
  if (othersMay === 'nothing' || (othersMay === 'read' && requirement === 'AUTH-06'))
    return undefined;
  return `the target lets others do this (decisions.othersMay: ${othersMay})`;
};

const hasNobodyToRefuse = (facts: Facts): boolean => {
  const { owner, other, withoutRights } = facts.identities;
  const isOtherRefused = other !== undefined && maySaid('AUTH-05', facts) === undefined;
  return owner.auth.scheme === 'none' && withoutRights === undefined && !isOtherRefused;
};

/** P1, D10: what needs an identity or a credential that the target does not declare cannot be asked. */
const callers: readonly Row[] = [
  {
    key: 'identities.owner.auth',
    subject: 'authentication',
    why: (requirement, _, facts) =>
      ['AUTH-01', 'AUTH-02'].includes(requirement) && facts.identities.owner.auth.scheme === 'none'
        ? 'the target declares no authentication (identities.owner.auth)'
        : undefined,
    isNeeded: () => true,
  },
  {
    key: 'identities.withoutRights',
    subject: 'rights',
    why: (requirement, _, { identities }) =>
      requirement === 'AUTH-03' && identities.withoutRights === undefined
        ? 'the target declares no identity without rights (identities.withoutRights)'
        : undefined,
  },
  {
    key: 'identities.other',
    subject: 'ownership',
    why: (requirement, _, { identities }) =>
      isForeign(requirement) && identities.other === undefined
        ? 'the target declares no second identity (identities.other)'
        : undefined,
  },
  {
    key: 'decisions.othersMay',
    subject: 'ownership',
    why: (requirement, _, facts) =>
      isForeign(requirement) ? maySaid(requirement, facts) : undefined,
    // An identity that is declared, and of which nothing is judged.
    isNeeded: (requirement) => requirement === 'AUTH-06',
  },
  {
    key: 'identities',
    subject: 'authentication',
    why: (requirement, _, facts) =>
      requirement === 'AUTH-04' && hasNobodyToRefuse(facts)
        ? 'the target declares nobody who has to be refused (identities)'
        : undefined,
    isNeeded: () => true,
  },
];

/** D7, P5: what is dropped on the way, and what a product alone can tell. */
const details: readonly Row[] = [
  {
    key: 'decisions.deleteCarriesBody',
    subject: 'bodies of deletions',
    why: (requirement, _, { decisions }) =>
      ['TRAVEL-CAR-04', 'TRAVEL-METADATA-04'].includes(requirement) &&
      decisions.deleteCarriesBody === false
        ? 'the body of a deletion does not arrive (decisions.deleteCarriesBody)'
        : undefined,
  },
  {
    key: 'whiteLabels',
    subject: 'white labels',
    why: (requirement, _, { whiteLabels = [] }) => {
      const isLeftOut = requirement === 'GAP-WHITELABEL-01';
      if (isLeftOut && whiteLabels.length > 1)
        return 'the product has several white labels (whiteLabels)';
      if (whiteLabels.length > 0 || !(isLeftOut || requirement === 'GAP-LEGAL-whiteLabelId'))
        return undefined;
      return 'the target does not say how many white labels the product has (whiteLabels)';
    },
  },
];

/** Every key of a target that can silence cells; the first that does is the reason (P1, P5, P6, P7, C2, D7, D10, S14). */
export const SILENCING_KEYS: readonly SilencingKey[] = [
  ...[...sideEffects, ...callers, ...details].map((row) => becoming('not-applicable', row)),
  ...SILENCING_DECISIONS.map((row) => becoming('observed', row)),
];
