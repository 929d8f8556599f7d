import type { RequirementId } from '../spec/catalogue.ts';
import { operation, type OperationId } from '../spec/operations.ts';
import type { Facts } from './facts.ts';
import type { ReasonCode } from './finding.ts';

/** Why the target rules a cell out. */
export interface NotApplicable {
  readonly reason: ReasonCode;
  readonly text: string;
}

const sideEffects = (on: OperationId, facts: Facts): NotApplicable | undefined => {
  const { step } = operation(on);
  const reason = 'side-effects-never';
  if (step === 'lead-create' && facts.sideEffects.leads === 'never') {
    return { reason, text: 'the target allows no leads (sideEffects.leads: never)' };
  }
  const needsContract = ['contract-create', 'contract-get', 'contract-download'].includes(step);
  if (needsContract && facts.sideEffects.contracts === 'never') {
    return { reason, text: 'the target allows no contracts (sideEffects.contracts: never)' };
  }
  return undefined;
};

/** P1: what needs an identity or a credential that the target does not declare cannot be asked. */
const credentials = (requirement: RequirementId, facts: Facts): NotApplicable | undefined => {
  const reason = 'not-declared';
  const { owner, withoutRights } = facts.identities;
  if (['AUTH-01', 'AUTH-02'].includes(requirement) && owner.auth.scheme === 'none') {
    return { reason, text: 'the target declares no authentication (identities.owner.auth)' };
  }
  if (requirement === 'AUTH-03' && !withoutRights) {
    return { reason, text: 'the target declares no identity without rights' };
  }
  return undefined;
};

/** D10: what a second identity may not do is the target's to say; undefined where it may not do this. */
const foreigners = (may: 'read' | 'change', facts: Facts): NotApplicable | undefined => {
  const reason = 'not-declared';
  if (!facts.identities.other) return { reason, text: 'the target declares no second identity' };
  const { othersMay } = facts.decisions;
  if (othersMay === undefined) {
    return { reason, text: 'the target does not say what others may do (decisions.othersMay)' };
  }
  if (othersMay === 'nothing' || (othersMay === 'read' && may === 'change')) return undefined;
  return { reason, text: `the target lets others do this (decisions.othersMay: ${othersMay})` };
};

/** Ownership: whether there is anybody who has to be refused (P1, D10), by requirement. */
const ownership = (requirement: RequirementId, facts: Facts): NotApplicable | undefined => {
  if (requirement === 'AUTH-05') return foreigners('read', facts);
  if (requirement === 'AUTH-06') return foreigners('change', facts);
  const { owner, withoutRights } = facts.identities;
  const anybody = owner.auth.scheme !== 'none' || withoutRights || !foreigners('read', facts);
  if (requirement !== 'AUTH-04' || anybody) return undefined;
  return { reason: 'not-declared', text: 'the target declares nobody who has to be refused' };
};

/** P5: only a product that has one white label, as a list of one says, need not be told which. */
const whiteLabels = (requirement: RequirementId, facts: Facts): NotApplicable | undefined => {
  const count = (facts.whiteLabels ?? []).length;
  const isLeftOut = requirement === 'GAP-WHITELABEL-01';
  if (isLeftOut && count > 1) {
    return { reason: 'not-declared', text: 'the product has several white labels (whiteLabels)' };
  }
  if (count > 0 || !(isLeftOut || requirement === 'GAP-LEGAL-whiteLabelId')) return undefined;
  const text = 'the target does not say how many white labels the product has (whiteLabels)';
  return { reason: 'not-declared', text };
};

/** D7: what is dropped on the way can be neither taken nor refused. */
const deletionBodies = (requirement: RequirementId, facts: Facts): NotApplicable | undefined => {
  const isMine = requirement === 'TRAVEL-CAR-04' || requirement === 'TRAVEL-METADATA-04';
  if (!isMine || facts.decisions.deleteCarriesBody !== false) return undefined;
  const text = 'the body of a deletion does not arrive (decisions.deleteCarriesBody)';
  return { reason: 'not-declared', text };
};

/** What keeps a cell from being judged on this target; undefined where nothing does. */
export const whyNotApplicable = (
  requirement: RequirementId,
  on: OperationId,
  facts: Facts,
): NotApplicable | undefined =>
  sideEffects(on, facts) ??
  credentials(requirement, facts) ??
  ownership(requirement, facts) ??
  deletionBodies(requirement, facts) ??
  whiteLabels(requirement, facts);
