import { judgeBlocked } from '../blame/blocked.ts';
import type { Judgement } from '../finding.ts';

/**
 * V17: who refuses an object without its optional fields because one of them is missing breaks the requirement of that field
 * alone. `refused` is the object that was refused, `absence` what became of a body that lacks one of the fields.
 */
export const judgeBlamedAbsence = (refused: Judgement, absence: Judgement): Judgement =>
  refused.verdict === 'fail' && absence.verdict === 'fail'
    ? judgeBlocked(refused, absence.requirement)
    : refused;
