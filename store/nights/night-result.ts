import type { ExitCode } from '../../oracles/exit-code.ts';
import type { Line } from '../../spec/line.ts';
import type { JudgedMeasure, OutcomeLine, Measure } from './history-line.ts';

/** Verdict of a night. ERROR: the harness is at fault. */
export type NightVerdict = 'PASS' | 'FAIL' | 'REGRESSION' | 'INVALID' | 'LEARNING' | 'ERROR';

/** Result of one series in a night. */
export interface SeriesResult {
  readonly series: string;
  readonly line: Line;
  readonly step: number;
  readonly verdict: Exclude<NightVerdict, 'ERROR'>;
  /** Nights in the baseline, and those that it needs. */
  readonly nights: number;
  readonly wanted: number;
  readonly judged: readonly JudgedMeasure[];
  /** Outcome of its suspected regressions in later blocks; undefined if there were none, or they were not settled. */
  readonly outcome: OutcomeLine | undefined;
  /** Reasons why a new series starts tonight; empty if none does. */
  readonly changed: readonly string[];
}

/** Result of a night: nightly.json of `--notify`, and the console output. */
export interface NightResult {
  readonly schema: 1;
  readonly runId: string | null;
  readonly at: string;
  readonly verdict: NightVerdict;
  readonly exitCode: ExitCode;
  /** Meaning of the verdict in one sentence. */
  readonly meaning: string;
  readonly target: { readonly name: string; readonly build: string | null };
  readonly profile: string;
  readonly reasons: readonly string[];
  readonly notes: readonly string[];
  readonly series: readonly SeriesResult[];
  /** Lasting changes of these series, in words: advice that changes no verdict. */
  readonly lasting: readonly string[];
  /** Absolute paths of the page and of the history. */
  readonly page: string;
  readonly history: string;
}

/** Meaning of each verdict. */
export const NIGHT_MEANINGS: Readonly<Record<NightVerdict, string>> = {
  PASS: 'correct, within its limits, and no slower than on the nights before',
  FAIL: 'wrong answers, or missed limits of the target',
  REGRESSION: 'within its limits, but confirmed to be worse than on the nights before',
  INVALID: 'the measurement says nothing about the service',
  LEARNING: 'correct and within its limits, but there are too few nights to compare with',
  ERROR: 'the harness is at fault',
};

/** One night in the trend of a series. */
export interface TrendNight {
  readonly runId: string;
  readonly at: string;
  readonly build: string | null;
  readonly verdict: 'PASS' | 'FAIL' | 'INVALID';
  /** Judged measures; empty if the night is not valid. */
  readonly judged: readonly JudgedMeasure[];
  /** Measures whose suspected regression was confirmed this night. */
  readonly confirmed: readonly Measure[];
  /** Address of the previous night, if it was different. */
  readonly movedFrom?: string | undefined;
  /** Measuring conditions that differ from the previous night, in words; empty if none do. */
  readonly changed: readonly string[];
  /** This level was accepted as the new one. */
  readonly accepted?: true;
}

/** A lasting change of a measure; `night` is the index of the first one at the new level. Advice only. */
export interface TrendChange {
  readonly measure: Measure;
  readonly night: number;
  readonly before: number;
  readonly after: number;
}

/** The newest nights of a series, the oldest first. */
export interface Trend {
  readonly series: string;
  readonly nights: readonly TrendNight[];
  readonly changes: readonly TrendChange[];
}

/** Result of a measure on a night; undefined if it was not judged. */
export const judgedOn = ({ judged }: TrendNight, measure: Measure): JudgedMeasure | undefined =>
  judged.find((each) => each.measure === measure);

/** Kind of a dot in a trend. */
export type DotKind = 'calm' | 'learning' | 'suspicious' | 'confirmed' | 'ongoing';

/** Kind of a night's dot for a measure. */
export const dotOf = (night: TrendNight, { measure, state }: JudgedMeasure): DotKind =>
  state === 'suspicious' && night.confirmed.includes(measure) ? 'confirmed' : state;
