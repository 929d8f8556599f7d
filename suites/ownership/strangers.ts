import type { Call } from '../../client/http/client.ts';
import type { RequirementId } from '../../spec/catalogue.ts';
import type { OperationId } from '../../spec/operations.ts';
import type { Run } from '../run.ts';
import { foreignRequirement } from './foreign-requirement.ts';

/** Somebody who has no right to a draft, and how a request shows it. */
export interface Stranger {
  readonly name: string;
  readonly shown: Pick<Call, 'credential' | 'identity'>;
  /** The requirement that is broken where such a caller is not refused on an operation. */
  readonly refusedBy: (on: OperationId) => RequirementId;
}

const BY_CREDENTIAL: readonly Stranger[] = [
  { name: 'no credential', shown: { credential: 'missing' }, refusedBy: () => 'AUTH-01' },
  { name: 'an invalid credential', shown: { credential: 'invalid' }, refusedBy: () => 'AUTH-02' },
];
const WITHOUT_RIGHTS: Stranger = {
  name: 'the identity without rights',
  shown: { identity: 'withoutRights' },
  refusedBy: () => 'AUTH-03',
};
const OTHER: Stranger = {
  name: 'another identity',
  shown: { identity: 'other' },
  refusedBy: foreignRequirement,
};

/** The strangers that this target declares; another identity only where it may do nothing at all with the owner's drafts (D10). */
export const declaredStrangers = (run: Run): readonly Stranger[] => {
  const { identities, decisions } = run.target;
  return [
    ...(identities.owner.auth.scheme === 'none' ? [] : BY_CREDENTIAL),
    ...(identities.withoutRights ? [WITHOUT_RIGHTS] : []),
    ...(identities.other && decisions.othersMay === 'nothing' ? [OTHER] : []),
  ];
};
