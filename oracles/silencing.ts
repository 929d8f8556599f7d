import { needs, type RequirementId } from '../spec/catalogue.ts';
import { operation, type OperationId } from '../spec/operations.ts';
import type { Need } from '../spec/requirement.ts';
import type { Facts } from './facts.ts';
import type { ReasonCode } from './finding.ts';

/** A key of the target that excludes cells from judgement, or limits them to observed. */
export interface SilencingKey {
  /** Its path in the target file. */
  readonly key: string;
  /** Name of the cells that are then not judged, such as `authentication`. */
  readonly subject: string;
  /** The verdict of such cells; an observed one may still pass. */
  readonly becomes: 'not-applicable' | 'observed';
  /** True if no run can observe the refusal of such a fault, so that it is not sent. Left out: it is sent, and may pass. */
  readonly isUnseen?: true;
  /** The reason, for people, why the target silences this cell; undefined if it does not. */
  readonly why: (requirement: RequirementId, on: OperationId, facts: Facts) => string | undefined;
  /** The reason code of such a verdict. Left out: that the target does not declare it, or does not allow it. */
  readonly reason?: ReasonCode;
  /** True if no certificate is granted to a line without a judgement here. Left out: it is granted. */
  readonly isNeeded?: (requirement: RequirementId, on: OperationId, facts: Facts) => boolean;
}

type Row = Omit<SilencingKey, 'becomes'>;

type Lack = (facts: Facts) => string | undefined;

/** Silences the requirements with this need, if the target lacks it. */
const needing =
  (need: Need, lack: Lack): Row['why'] =>
  (requirement, _, facts) =>
    needs(requirement, need) ? lack(facts) : undefined;

/** Silences all cells of some steps, if the target lacks their prerequisite. */
const atSteps =
  (steps: readonly string[], lack: Lack): Row['why'] =>
  (_, on, facts) =>
    steps.includes(operation(on).step) ? lack(facts) : undefined;

const firstOf =
  (...rows: readonly Row['why'][]): Row['why'] =>
  (...cell) => {
    for (const why of rows) {
      const text = why(...cell);
      if (text !== undefined) return text;
    }
    return undefined;
  };

const CONTRACT_STEPS = ['contract-create', 'contract-get', 'contract-download'];

const withoutContracts: Lack = ({ sideEffects }) =>
  sideEffects.contracts === 'never'
    ? 'the target allows no contracts (sideEffects.contracts: never)'
    : undefined;

/** S14: a lead that the target does not declare live may be absent. */
const isLiveLead = (_: RequirementId, on: OperationId, { features }: Facts): boolean =>
  !operation(on).comingSoon || features.landlordLeads;

const sideEffects: readonly Row[] = [
  {
    key: 'sideEffects.leads',
    subject: 'leads',
    why: atSteps(['lead-create'], (facts) =>
      facts.sideEffects.leads === 'never'
        ? 'the target allows no leads (sideEffects.leads: never)'
        : undefined,
    ),
    isNeeded: isLiveLead,
  },
  {
    key: 'sideEffects.contracts',
    subject: 'contracts',
    why: atSteps(CONTRACT_STEPS, withoutContracts),
    isNeeded: () => true,
  },
];

/** D10: the target declares the rights of a second identity. */
const othersMay =
  (...refused: readonly string[]): Lack =>
  ({ decisions: { othersMay } }) => {
    if (othersMay === undefined)
      return 'the target does not say what another identity may do (decisions.othersMay)';
    return refused.includes(othersMay)
      ? undefined
      : `the target allows another identity to do this (decisions.othersMay: ${othersMay})`;
  };

const mayRead = othersMay('nothing');
const mayChange = othersMay('nothing', 'read');

const withoutOther: Lack = ({ identities }) =>
  identities.other === undefined
    ? 'the target declares no second identity (identities.other)'
    : undefined;

const hasNobodyToRefuse = (facts: Facts): boolean => {
  const { owner, other, withoutRights } = facts.identities;
  const isOtherRefused = other !== undefined && mayRead(facts) === undefined;
  return owner.auth.scheme === 'none' && withoutRights === undefined && !isOtherRefused;
};

/** P1, D10: requirements that need an identity or a credential cannot be judged if the target declares none. */
const callers: readonly Row[] = [
  {
    key: 'identities.owner.auth',
    subject: 'authentication',
    why: needing('authentication', ({ identities }) =>
      identities.owner.auth.scheme === 'none'
        ? 'the target declares no authentication (identities.owner.auth)'
        : undefined,
    ),
    isNeeded: () => true,
  },
  {
    key: 'identities.withoutRights',
    subject: 'rights',
    why: needing('caller-without-rights', ({ identities }) =>
      identities.withoutRights === undefined
        ? 'the target declares no identity without rights (identities.withoutRights)'
        : undefined,
    ),
  },
  {
    key: 'identities.other',
    subject: 'ownership',
    why: firstOf(
      needing('other-may-not-read', withoutOther),
      needing('other-may-not-change', withoutOther),
    ),
  },
  {
    key: 'decisions.othersMay',
    subject: 'ownership',
    why: firstOf(
      needing('other-may-not-read', mayRead),
      needing('other-may-not-change', mayChange),
    ),
    // A declared identity of which nothing is judged.
    isNeeded: (requirement) => needs(requirement, 'other-may-not-change'),
  },
  {
    key: 'identities',
    subject: 'authentication',
    why: needing('refused-caller', (facts) =>
      hasNobodyToRefuse(facts)
        ? 'the target declares no caller that must be refused (identities)'
        : undefined,
    ),
    isNeeded: () => true,
  },
];

/** D7, P5: parts that an intermediary drops, and facts that only the product decides. */
const details: readonly Row[] = [
  {
    key: 'decisions.deleteCarriesBody',
    subject: 'bodies of deletions',
    why: needing('deletions-with-body', ({ decisions }) =>
      decisions.deleteCarriesBody === false
        ? 'the target says that the body of a deletion does not arrive (decisions.deleteCarriesBody: false)'
        : undefined,
    ),
  },
  {
    key: 'whiteLabels',
    subject: 'white labels',
    why: firstOf(
      needing('white-labels', ({ whiteLabels = [] }) =>
        whiteLabels.length === 0
          ? 'the target does not say how many white labels the product has (whiteLabels)'
          : undefined,
      ),
      needing('single-white-label', ({ whiteLabels = [] }) =>
        whiteLabels.length > 1 ? 'the product has several white labels (whiteLabels)' : undefined,
      ),
    ),
  },
];

/** C2, C8, E6, P5, S14, S16: answers that the target declares, which are then no fault. */
const decisions: readonly Row[] = [
  {
    key: 'decisions.lastModified',
    subject: 'Last-Modified',
    why: needing('last-modified', ({ decisions }) =>
      decisions.lastModified
        ? undefined
        : 'the target says that the header is not sent (decisions.lastModified: false)',
    ),
  },
  {
    key: 'decisions.purchaseMoment',
    subject: 'start dates',
    isUnseen: true,
    why: needing('purchase-at-contract', ({ decisions }) =>
      decisions.purchaseMoment === 'payment'
        ? 'the target says that a policy is purchased at its payment, and a run pays nothing (decisions.purchaseMoment: payment)'
        : undefined,
    ),
  },
  {
    key: 'decisions.landlordBirthdateRequired',
    subject: 'birthdates of landlord persons',
    isUnseen: true,
    why: needing('landlord-birthdate', ({ decisions }) =>
      decisions.landlordBirthdateRequired === false
        ? 'the target declares the birthdate optional (decisions.landlordBirthdateRequired: false)'
        : undefined,
    ),
  },
  {
    key: 'gapPrice',
    subject: 'motor gap amounts',
    reason: 'specification-silent',
    why: needing('amounts-in-gap-prices', ({ gapPrice }) =>
      typeof gapPrice === 'object' && gapPrice !== null && 'amount' in gapPrice
        ? 'the target says that price requests show no amount (gapPrice: { amount })'
        : undefined,
    ),
  },
  {
    key: 'features.landlordLeads',
    subject: 'landlord leads',
    why: (_, on, { features }) =>
      operation(on).comingSoon && !features.landlordLeads
        ? 'the target does not declare landlord leads live (features.landlordLeads)'
        : undefined,
  },
  {
    key: 'decisions.paymentStatusExists',
    subject: 'payment status',
    why: atSteps(['payment-status'], ({ decisions }) =>
      decisions.paymentStatusExists
        ? undefined
        : 'the target does not say that a payment status exists before a payment (decisions.paymentStatusExists)',
    ),
  },
  {
    key: 'decisions.downloadReady',
    subject: 'downloads',
    why: atSteps(['contract-download'], ({ decisions }) =>
      decisions.downloadReady === false
        ? 'the target says that a document is not ready at once (decisions.downloadReady: false)'
        : undefined,
    ),
  },
  {
    key: 'sideEffects.contracts',
    subject: 'rules that only a contract decides',
    why: atSteps(['draft-create', 'draft-update'], withoutContracts),
  },
];

/** Every key of a target that can silence cells; the first match gives the reason (P1, P5, P6, P7, C2, D7, D10, S14). */
export const SILENCING_KEYS: readonly SilencingKey[] = [
  ...[...sideEffects, ...callers, ...details].map((row) => ({
    ...row,
    becomes: 'not-applicable' as const,
  })),
  ...decisions.map((row) => ({ ...row, becomes: 'observed' as const })),
];
