import { LEGAL_CALL_REQUIREMENTS } from '../../oracles/blame/unreached.ts';
import { showsInReadBacks } from '../../spec/catalogue.ts';
import { everyAnswer } from '../journey/every-answer.ts';
import { changedDrafts } from './changed-draft.ts';
import { deletedInSequences } from './deleted-item.ts';
import { sameIds } from './same-id.ts';
import { contractsInSequences } from './second-contract.ts';
import type { Answer, SequenceCheck, Sighting } from './sequence-check.ts';
import { unexpectedRefusals } from './unexpected-refusal.ts';

/** Checks of a command that must succeed, the one that explains the others first. */
const OF_LEGAL: readonly SequenceCheck[] = [
  unexpectedRefusals,
  changedDrafts,
  sameIds,
  deletedInSequences,
];

/**
 * Checks of any other command: it results in two contracts or in two items with one id, a deleted item is still there, or a read
 * breaks down.
 */
const OF_OTHERS: readonly SequenceCheck[] = [
  contractsInSequences,
  deletedInSequences,
  sameIds,
  unexpectedRefusals,
];

/**
 * The first failure of the universal oracles on the form of an answer. What a service stores after any other than a legal
 * command is unknown, so that only the answer itself is judged there.
 */
const brokenFormIn = ({ seen, on, isLegal }: Answer): Sighting | undefined => {
  const broken = seen.find(
    ({ requirement, verdict }) =>
      verdict === 'fail' &&
      !LEGAL_CALL_REQUIREMENTS.includes(requirement) &&
      !showsInReadBacks(requirement) &&
      (isLegal || everyAnswer.requirements.includes(requirement)),
  );
  return broken && { signature: `${on} ${broken.requirement}`, judgements: [broken] };
};

/** Evidence from a command that contradicts the specification; undefined if there is none. */
export const collectSighting = async (answer: Answer): Promise<Sighting | undefined> => {
  for (const { collect } of answer.isLegal ? OF_LEGAL : OF_OTHERS) {
    const sighting = await collect(answer);
    if (sighting) return sighting;
  }
  return brokenFormIn(answer);
};
