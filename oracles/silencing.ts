import type { RequirementId } from '../spec/catalogue.ts';
import { operation, type OperationId } from '../spec/operations.ts';
import type { Facts } from './facts.ts';
import { SILENCING_DECISIONS } from './silencing-decisions.ts';
import type { SilencingKey } from './silencing-key.ts';

const stepOf = (on: OperationId) => operation(on).step;

const CONTRACT_STEPS = ['contract-create', 'contract-get', 'contract-download'];

/** S14: a lead that the target does not call live may be absent whatever it allows. */
const isLiveLead = (_: RequirementId, on: OperationId, { features }: Facts): boolean =>
  !operation(on).comingSoon || features.landlordLeads;

const sideEffects: readonly SilencingKey[] = [
  {
    key: 'sideEffects.leads',
    subject: 'leads',
    becomes: 'not-applicable',
    why: (_, on, facts) =>
      stepOf(on) === 'lead-create' && facts.sideEffects.leads === 'never'
        ? 'the target allows no leads (sideEffects.leads: never)'
        : undefined,
    isNeeded: isLiveLead,
  },
  {
    key: 'sideEffects.contracts',
    subject: 'contracts',
    becomes: 'not-applicable',
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
const callers: readonly SilencingKey[] = [
  {
    key: 'identities.owner.auth',
    subject: 'authentication',
    becomes: 'not-applicable',
    why: (requirement, _, facts) =>
      ['AUTH-01', 'AUTH-02'].includes(requirement) && facts.identities.owner.auth.scheme === 'none'
        ? 'the target declares no authentication (identities.owner.auth)'
        : undefined,
    isNeeded: () => true,
  },
  {
    key: 'identities.withoutRights',
    subject: 'rights',
    becomes: 'not-applicable',
    why: (requirement, _, { identities }) =>
      requirement === 'AUTH-03' && identities.withoutRights === undefined
        ? 'the target declares no identity without rights (identities.withoutRights)'
        : undefined,
  },
  {
    key: 'identities.other',
    subject: 'ownership',
    becomes: 'not-applicable',
    why: (requirement, _, { identities }) =>
      isForeign(requirement) && identities.other === undefined
        ? 'the target declares no second identity (identities.other)'
        : undefined,
  },
  {
    key: 'decisions.othersMay',
    subject: 'ownership',
    becomes: 'not-applicable',
    why: (requirement, _, facts) =>
      isForeign(requirement) ? maySaid(requirement, facts) : undefined,
    // An identity that is declared, and of which nothing is judged.
    isNeeded: (requirement) => requirement === 'AUTH-06',
  },
  {
    key: 'identities',
    subject: 'authentication',
    becomes: 'not-applicable',
    why: (requirement, _, facts) =>
      requirement === 'AUTH-04' && hasNobodyToRefuse(facts)
        ? 'the target declares nobody who has to be refused (identities)'
        : undefined,
    isNeeded: () => true,
  },
];

/** D7, P5: what is dropped on the way, and what a product alone can tell. */
const details: readonly SilencingKey[] = [
  {
    key: 'decisions.deleteCarriesBody',
    subject: 'bodies of deletions',
    becomes: 'not-applicable',
    why: (requirement, _, { decisions }) =>
      ['TRAVEL-CAR-04', 'TRAVEL-METADATA-04'].includes(requirement) &&
      decisions.deleteCarriesBody === false
        ? 'the body of a deletion does not arrive (decisions.deleteCarriesBody)'
        : undefined,
  },
  {
    key: 'whiteLabels',
    subject: 'white labels',
    becomes: 'not-applicable',
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
  ...sideEffects,
  ...callers,
  ...details,
  ...SILENCING_DECISIONS,
];
