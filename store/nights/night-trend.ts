import type { JudgedMeasure } from './history-line.ts';
import type { Measure } from './measures.ts';

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
