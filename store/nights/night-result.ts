import type { ExitCode } from '../../oracles/exit-code.ts';
import type { Line } from '../../spec/line.ts';
import type { JudgedMeasure, OutcomeLine, Measure } from './history-line.ts';

/** How a night ends. ERROR: the harness is at fault. */
export type NightVerdict = 'PASS' | 'FAIL' | 'REGRESSION' | 'INVALID' | 'LEARNING' | 'ERROR';

/** What became of one series in a night. */
export interface SeriesResult {
  readonly series: string;
  readonly line: Line;
  readonly step: number;
  readonly verdict: Exclude<NightVerdict, 'ERROR'>;
  /** Nights that it was compared with, of those that it takes. */
  readonly nights: number;
  readonly wanted: number;
  readonly judged: readonly JudgedMeasure[];
  /** What later blocks made of its suspicions; undefined where there was none, or nothing settled it. */
  readonly outcome: OutcomeLine | undefined;
  /** Why it is a new series since tonight, in words; empty where it is none. */
  readonly changed: readonly string[];
}

/** What a night came to: nightly.json of `--notify`, and what is printed. */
export interface NightResult {
  readonly schema: 1;
  readonly runId: string | null;
  readonly at: string;
  readonly verdict: NightVerdict;
  readonly exitCode: ExitCode;
  /** What the verdict means, in one sentence. */
  readonly meaning: string;
  readonly target: { readonly name: string; readonly build: string | null };
  readonly profile: string;
  readonly reasons: readonly string[];
  readonly notes: readonly string[];
  readonly series: readonly SeriesResult[];
  /** Lasting changes of these series, in words: advice, which changes no verdict. */
  readonly lasting: readonly string[];
  /** Paths of the page, and of the history, absolute. */
  readonly page: string;
  readonly history: string;
}

/** What each verdict means. */
export const NIGHT_MEANINGS: Readonly<Record<NightVerdict, string>> = {
  PASS: 'right, within its limits, and no slower than on the nights before',
  FAIL: 'wrong answers, or limits of the target missed',
  REGRESSION: 'within its limits, but lastingly worse than on the nights before',
  INVALID: 'the measurement says nothing about the service',
  LEARNING: 'right and within its limits, but there are too few nights to compare with',
  ERROR: 'the harness is at fault',
};

/** One night in the trend of a series. */
export interface TrendNight {
  readonly runId: string;
  readonly at: string;
  readonly build: string | null;
  readonly verdict: 'PASS' | 'FAIL' | 'INVALID';
  /** What was judged; empty where the night says nothing. */
  readonly judged: readonly JudgedMeasure[];
  /** Measures whose suspicion was confirmed this night. */
  readonly confirmed: readonly Measure[];
  /** The address of the night before, where it was another one. */
  readonly movedFrom?: string | undefined;
  /** What is measured otherwise than the night before, in words; empty where nothing is. */
  readonly changed: readonly string[];
  /** A person took this level for the new one. */
  readonly accepted?: true;
}

/** A lasting change of a measure; `night` is the index of the first one of the new level. Advice only. */
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

/** What a measure was on a night; undefined where it was not judged. */
export const judgedOn = ({ judged }: TrendNight, measure: Measure): JudgedMeasure | undefined =>
  judged.find((each) => each.measure === measure);

/** What a dot says of its night. */
export type DotKind = 'calm' | 'learning' | 'suspicious' | 'confirmed' | 'ongoing';

/** How a night stands out in a measure. */
export const dotOf = (night: TrendNight, { measure, state }: JudgedMeasure): DotKind =>
  state === 'suspicious' && night.confirmed.includes(measure) ? 'confirmed' : state;
