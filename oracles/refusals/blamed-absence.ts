import { judgeBlocked } from '../blame/blocked.ts';
import type { Judgement } from '../finding.ts';

/**
 * V17: who refuses an object without its optional fields because one of them is missing breaks the requirement of that field
 * alone. `refused` is the object that was refused; `absences` says what became of bodies that lack one of the fields each.
 */
export const judgeBlamedAbsence = (
  refused: Judgement,
  absences: readonly Judgement[],
): Judgement => {
  const cause = absences.find(({ verdict }) => verdict === 'fail');
  return cause && refused.verdict === 'fail' ? judgeBlocked(refused, cause.requirement) : refused;
};
