import { programFile } from '../../client/project.ts';
import type { Judgement } from '../../oracles/finding.ts';
import { judgeChangedDraft } from '../../oracles/state/side-effect.ts';
import { CATALOGUE, showsInReadBacks } from '../../spec/catalogue.ts';
import { beforeOf, type SequenceCheck } from './sequence-check.ts';

const OTHER_DRAFT = 'DRAFT-04';
/** The requirement that a refused call changes nothing. */
export const REFUSED_CALL = 'DRAFT-05';

/** True if a landlord draft differs from its written content, even if it shows the values of another one. */
const isDifference = ({ requirement, verdict, blockedBy }: Judgement): boolean =>
  showsInReadBacks(requirement) && (verdict === 'fail' || blockedBy === OTHER_DRAFT);

/** D13, D2: a landlord draft shows other values than were written to it. */
export const changedDrafts: SequenceCheck = {
  file: programFile(import.meta.url),
  requirements: [...[...CATALOGUE.keys()].filter(showsInReadBacks), OTHER_DRAFT, REFUSED_CALL],
  judges: [judgeChangedDraft],
  collect: async (answer) => {
    const differing = answer.seen.filter(isDifference);
    if (differing.length === 0) return undefined;
    const judgements = answer.journey.run.judge(judgeChangedDraft, differing, beforeOf(answer));
    return { signature: 'read-back', judgements };
  },
};
