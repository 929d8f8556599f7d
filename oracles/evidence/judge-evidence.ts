import type { Evidence, Recording, Verdicts } from './evidence.ts';
import type { Facts } from '../facts.ts';
import type { Judgement } from '../finding.ts';
import { judgeCalled, nameOfJudge } from '../judges.ts';
import { liveOf, plainOf } from './plain-evidence.ts';

const listOf = (said: Verdicts): readonly Judgement[] => {
  if (said === undefined) return [];
  return 'verdict' in said ? [said] : said;
};

/**
 * Lets a judge say what it is given says; each judgement names its evidence. Throws where the judge is none of `JUDGES`, since
 * nobody could ask it again.
 */
export const judgeNow = <Given extends readonly unknown[], Said extends Verdicts>(
  facts: Facts,
  judge: (...given: Given) => Said,
  given: Given,
): Said => {
  const evidence: Evidence = {
    judge: nameOfJudge(judge),
    given: plainOf(given, facts) as readonly unknown[],
  };
  const said = judge(...given);
  const judged = listOf(said);
  const sourced = judged.map((each, at) => ({ ...each, from: { evidence, judged, at } }));
  return (Array.isArray(said) ? sourced : sourced[0]) as Said;
};

/** Makes a judgement again, from a recording. Throws where that lacks an exchange, or the judge is unknown. */
export const judgeAgain = (evidence: Evidence, recording: Recording): readonly Judgement[] => {
  const again = (earlier: Evidence): readonly Judgement[] => judgeAgain(earlier, recording);
  const judge = judgeCalled(evidence.judge);
  const given = liveOf(evidence.given, recording, again) as readonly never[];
  return listOf(judge(...given));
};
