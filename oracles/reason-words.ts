import type { CellVerdict, ReasonCode } from './finding.ts';

/** Every reason code in words for a person; the codes stand in the files. */
const REASON_WORDS: Readonly<Record<ReasonCode, string>> = {
  'blocked-by': 'an earlier step did not get there',
  disturbance: 'no answer came, or one of the environment',
  'foreign-location': 'the answer leads to an address that the target does not name',
  hole: 'nothing was sent for it',
  intermittent: 'seen once and not again',
  'no-check': 'this version does not check it',
  'not-declared': 'the target does not say',
  'not-executed': 'the step that decides it was not reached',
  'not-found-by-target': 'a value was not where the target looks for it',
  'other-code': 'the answer has a status that does not settle it',
  'profile-dependent': 'another client was answered otherwise',
  'side-effects-never': 'the target does not allow it',
  'specification-silent': 'the specification leaves it open',
  'twin-refused': 'the same call without its fault was refused as well',
  unexplained: 'an answer contradicts the specification, and no check accounts for it',
  'unlisted-sane-code': 'the answer has a status of the transport, which settles nothing',
  'unstated-rule': 'a legal call was refused, perhaps by a rule that is not stated',
};

/** Why a cell is not judged, in words, with the requirement that is to blame where one is known. */
export const reasonText = ({
  reason,
  blockedBy,
}: Pick<CellVerdict, 'reason' | 'blockedBy'>): string => {
  if (reason === undefined) return 'no reason was given';
  return REASON_WORDS[reason] + (blockedBy === undefined ? '' : ` (see ${blockedBy})`);
};
