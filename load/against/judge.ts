import type { Line } from '../../spec/line.ts';
import type { LoadResult } from '../verdict/conclude.ts';
import { brokenRule, type LoadVerdict } from '../verdict/verdict.ts';
import {
  ENOUGH,
  type Pair,
  type Ratio,
  ratiosOf,
  UNDECIDED,
  type Uncompared,
  ratioText,
} from './ratio.ts';
import type { Side } from './blocks.ts';

/** Evidence for the verdict on two builds. */
export interface AgainstEvidence {
  readonly results: Readonly<Record<Side, Pick<LoadResult, JudgedParts>>>;
  readonly pairs: readonly (readonly [Line, readonly Pair[]])[];
  /** Seconds between two blocks: runs that began further apart did not alternate. */
  readonly pause: number;
}

type JudgedParts = 'verdict' | 'reasons' | 'problems' | 'facts' | 'measured';

/** The verdict on a comparison: FAIL if the candidate is slower, or either build is wrong or misses a limit. */
export interface Judged {
  readonly verdict: LoadVerdict;
  readonly reasons: readonly string[];
  readonly notes: readonly string[];
  readonly ratios: readonly Ratio[];
}

const SIDES: readonly Side[] = ['baseline', 'candidate'];

/** The reasons of the sides that ended with a verdict. */
const reasonsOf = ({ results }: AgainstEvidence, verdict: LoadVerdict): readonly string[] =>
  SIDES.filter((side) => results[side].verdict === verdict).flatMap((side) =>
    results[side].reasons.map((reason) => `${side}: ${reason}`),
  );

/** Tests if the latencies of a side are a valid measurement, whatever its limits. */
const isValid = ({ problems, facts, measured }: AgainstEvidence['results'][Side]): boolean =>
  measured !== undefined && problems.length === 0 && facts.every(({ ok }) => ok);

/** Rules that a side broke though its own verdict stands: its limits held all the same, but its times are not comparable. */
const brokenRules = ({ results }: AgainstEvidence): readonly string[] =>
  SIDES.filter((side) => !['INVALID', 'ERROR'].includes(results[side].verdict)).flatMap((side) =>
    results[side].facts.filter(({ ok }) => !ok).map((fact) => `${side}: ${brokenRule(fact)}`),
  );

/** Reason that the blocks did not alternate; empty if they did. Half a pause apart they may already have overlapped. */
const alternationProblems = ({ results, pause }: AgainstEvidence): readonly string[] => {
  const { baseline, candidate } = results;
  const [one, other] = [baseline.measured?.begun, candidate.measured?.begun];
  if (one === undefined || other === undefined) return [];
  const apart = Math.round(Math.abs(one - other));
  return apart <= (pause * 1000) / 2
    ? []
    : [
        `the two runs began ${apart} ms apart, so their blocks may overlap; at most ${pause * 500} ms allowed`,
      ];
};

const notCompared = ({ line, percentile, why }: Uncompared): string =>
  `${line}, p${percentile}: not compared: ${why}; increase the rate or the seconds of the profile`;

const unwanted = (all: readonly Uncompared[]): readonly string[] => {
  const lines = all.filter(({ isWanted }) => !isWanted).map(({ line }) => line);
  return lines.length === 0
    ? []
    : [`p99 was not compared on ${lines.join(', ')}: each block needs ${ENOUGH[99]} answers`];
};

const undecided = (ratio: Ratio): string =>
  `${ratioText(ratio)}: too uncertain to count as equal (at most ${UNDECIDED} times); use a longer profile, or a quieter machine`;

/** Each run keeps its own missed limits; the verdict combines both. */
export const judgeAgainst = (evidence: AgainstEvidence): Judged => {
  const { results, pairs } = evidence;
  const { ratios, uncompared } = ratiosOf(pairs);
  const of = (verdict: Ratio['verdict']): readonly Ratio[] =>
    ratios.filter((ratio) => ratio.verdict === verdict);
  const meeting = alternationProblems(evidence);
  const isMeasured = meeting.length === 0 && SIDES.every((side) => isValid(results[side]));
  const slower = isMeasured ? of('slower').map(ratioText) : [];
  const open = [
    ...uncompared.filter(({ isWanted }) => isWanted).map(notCompared),
    ...of('undecided').map(undecided),
    ...(ratios.length === 0 ? ['nothing was compared'] : []),
  ];
  const reasons: readonly (readonly [LoadVerdict, readonly string[]])[] = [
    ['ERROR', reasonsOf(evidence, 'ERROR')],
    ['FAIL', [...slower, ...reasonsOf(evidence, 'FAIL')]],
    ['INVALID', [...meeting, ...reasonsOf(evidence, 'INVALID'), ...brokenRules(evidence)]],
    ['INCONCLUSIVE', [...reasonsOf(evidence, 'INCONCLUSIVE'), ...(isMeasured ? open : [])]],
  ];
  const found = reasons.findIndex(([, texts]) => texts.length > 0);
  const stated = reasons.slice(Math.max(0, found)).flatMap(([, texts]) => texts);
  return {
    verdict: reasons[found]?.[0] ?? 'PASS',
    reasons: found === -1 ? [] : stated,
    notes: [...of('faster').map(ratioText), ...unwanted(uncompared)],
    ratios: isMeasured ? ratios : [],
  };
};
