import type { RequirementId } from '../spec/catalogue.ts';
import type { OperationId } from '../spec/operations.ts';
import type { Facts } from './facts.ts';
import type { ReasonCode } from './finding.ts';
import { SILENCING_KEYS } from './silencing.ts';

/** Why the target rules a cell out. */
export interface NotApplicable {
  readonly reason: ReasonCode;
  readonly text: string;
}

/** The reason that keeps a cell from being judged on this target; undefined if there is none. */
export const whyNotApplicable = (
  requirement: RequirementId,
  on: OperationId,
  facts: Facts,
): NotApplicable | undefined => {
  for (const { key, becomes, why } of SILENCING_KEYS) {
    const text = becomes === 'not-applicable' ? why(requirement, on, facts) : undefined;
    if (text === undefined) continue;
    return { reason: key.startsWith('sideEffects.') ? 'side-effects-never' : 'not-declared', text };
  }
  return undefined;
};

/** The reason for which no run sees a fault refused on this target, so that none is sent; undefined if there is none (C8, E6). */
export const whyUnseen = (
  requirement: RequirementId,
  on: OperationId,
  facts: Facts,
): string | undefined =>
  SILENCING_KEYS.find(({ isUnseen, why }) => isUnseen && why(requirement, on, facts))?.why(
    requirement,
    on,
    facts,
  );
