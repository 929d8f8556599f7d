import { EXIT, type ExitCode } from '../../oracles/exit-code.ts';
import { NIGHTS_WANTED } from '../regression/baseline.ts';
import { changesOfBasis } from '../../store/nights/baseline-nights.ts';
import type { NightLine, OutcomeLine } from '../../store/nights/history-line.ts';
import type { NightVerdict, SeriesResult } from '../../store/nights/night-result.ts';
import type { SeriesNight } from '../../store/nights/series-nights.ts';
import { nightsKnown } from './judge-line.ts';

/** The gravest first. */
const ORDER: readonly NightVerdict[] = [
  'ERROR',
  'FAIL',
  'REGRESSION',
  'INVALID',
  'LEARNING',
  'PASS',
];

/** The exit code of each verdict. */
export const NIGHT_EXITS = {
  PASS: EXIT.conformant,
  LEARNING: EXIT.conformant,
  FAIL: EXIT.nonConformant,
  REGRESSION: EXIT.nonConformant,
  INVALID: EXIT.incomplete,
  ERROR: EXIT.harness,
} as const satisfies Record<NightVerdict, ExitCode>;

/** The gravest of some verdicts; INVALID where there is none, since nothing was seen. */
export const gravest = (verdicts: readonly NightVerdict[]): NightVerdict =>
  ORDER.find((each) => verdicts.includes(each)) ?? 'INVALID';

const verdictOf = (line: NightLine, outcome: OutcomeLine | undefined): SeriesResult['verdict'] => {
  if (line.verdict !== 'PASS') return line.verdict;
  const states = line.judged.map(({ state }) => state);
  const isWorse = outcome?.measures.some(({ confirmed }) => confirmed) ?? false;
  if (isWorse || states.includes('ongoing')) return 'REGRESSION';
  if (states.includes('suspicious') && outcome === undefined) return 'INVALID';
  // A measure that nothing could be told of is not calm.
  if (states.length === 0) return 'INVALID';
  return states.includes('learning') ? 'LEARNING' : 'PASS';
};

/** What became of a series tonight, beside the nights before. */
export const seriesResult = (
  line: NightLine,
  outcome: OutcomeLine | undefined,
  before: readonly SeriesNight[],
): SeriesResult => ({
  series: line.series,
  line: line.line,
  step: line.step,
  verdict: verdictOf(line, outcome),
  nights: nightsKnown(line, before),
  wanted: NIGHTS_WANTED,
  judged: line.judged,
  outcome,
  changed: changesOfBasis(before, line.basis),
});
