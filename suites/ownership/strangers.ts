import type { Call } from '../../client/client.ts';
import type { RequirementId } from '../../spec/catalogue.ts';
import { run } from '../run.ts';

/** Somebody who has no right to a draft, and how a request shows it. */
export interface Stranger {
  readonly name: string;
  readonly shown: Pick<Call, 'credential' | 'identity'>;
  /** The requirement that is broken where such a caller is not refused; undefined where only a read breaks one (D10). */
  readonly refusedBy: RequirementId | undefined;
}

const BY_CREDENTIAL: readonly Stranger[] = [
  { name: 'no credential', shown: { credential: 'missing' }, refusedBy: 'AUTH-01' },
  { name: 'an invalid credential', shown: { credential: 'invalid' }, refusedBy: 'AUTH-02' },
];
const WITHOUT_RIGHTS: Stranger = {
  name: 'the identity without rights',
  shown: { identity: 'withoutRights' },
  refusedBy: 'AUTH-03',
};
const OTHER: Stranger = {
  name: 'another identity',
  shown: { identity: 'other' },
  refusedBy: undefined,
};

/** The strangers that this target declares; another identity only where it may not read the owner's drafts. */
export const declaredStrangers = (): readonly Stranger[] => {
  const { identities, decisions } = run.target;
  return [
    ...(identities.owner.auth.scheme === 'none' ? [] : BY_CREDENTIAL),
    ...(identities.withoutRights ? [WITHOUT_RIGHTS] : []),
    ...(identities.other && decisions.othersMayRead === false ? [OTHER] : []),
  ];
};
