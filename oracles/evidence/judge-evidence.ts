import type { Evidence, Recording, Verdicts, Judgement } from '../finding.ts';
import type { Facts } from '../facts.ts';
import { judgeCalled, nameOfJudge } from '../judges.ts';
import { isJudged, liveOf, plainOf } from './plain-evidence.ts';

const listOf = (said: Verdicts): readonly Judgement[] => {
  if (said === undefined) return [];
  return 'verdict' in said ? [said] : said;
};

/**
 * Asks a judge; each judgement names its evidence. Throws unless the judge is one of `JUDGES`, since nobody could ask another one
 * again.
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

/**
 * Judges again from a recording; returns none if it depends on an earlier judgement that no longer exists. Throws if the recording
 * lacks an exchange, or the judge is unknown.
 */
export const judgeAgain = (
  { judge, given }: Evidence,
  recording: Recording,
): readonly Judgement[] => {
  const ask = judgeCalled(judge);
  const again = (earlier: Evidence): readonly Judgement[] => judgeAgain(earlier, recording);
  const live = given.map((each) => liveOf(each, recording, again));
  if (live.some((each, at) => each === undefined && isJudged(given[at]))) return [];
  return listOf(ask(...(live as never[])));
};
