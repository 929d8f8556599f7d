import type { RequirementId } from '../spec/catalogue.ts';
import type { Finding, Judgement } from './finding.ts';

/**
 * V17: who refuses an object without its optional fields because one of them is missing breaks the requirement of that field
 * alone. `absences` says what became of bodies that lack one of the fields each.
 */
export const blameAbsence = (
  findings: readonly Finding[],
  requirement: RequirementId,
  absences: readonly Judgement[],
): readonly Finding[] => {
  const refused = absences.find(({ verdict }) => verdict === 'fail');
  if (!refused) return findings;
  return findings.map((each) =>
    each.requirement === requirement && each.verdict === 'fail'
      ? {
          ...each,
          verdict: 'inconclusive',
          reason: 'blocked-by',
          blockedBy: refused.requirement,
        }
      : each,
  );
};
