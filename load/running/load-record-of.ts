import type { Capacity } from '../measuring/capacity.ts';
import type { Series } from '../measuring/measure.ts';
import { ENOUGH, percentileOf, type QuantileSketch } from '../measuring/quantile-sketch.ts';
import type { LoadResult } from '../verdict/conclude.ts';
import { shownText, wantedText } from '../verdict/validity.ts';
import { VERDICT_EXITS } from '../verdict/verdict.ts';
import type { LoadRecord, LoadSeries } from '../../store/load/load-record.ts';
import { type Unanswered, UNANSWERED } from '../failures.ts';
import { LINES } from '../../spec/line.ts';

/** What a load run is called, and when it took place. */
export interface LoadFrame {
  readonly runId: string;
  readonly version: string;
  readonly k6: LoadRecord['k6'];
  readonly target: LoadRecord['target'];
  readonly profile: LoadRecord['profile'];
  /** The caller's own. */
  readonly tags?: LoadRecord['tags'];
  readonly seed: number;
  /** Name of the file with what k6 itself said. */
  readonly log?: string;
  /** Left out: one. */
  readonly instances?: number;
  readonly startedAt: Date;
  readonly endedAt: Date;
  /** Why it was stopped before its end; null where it was not. */
  readonly stopped: string | null;
}

const at = (sketch: QuantileSketch | null, percentile: number, least: number): number | null =>
  sketch !== null && sketch.count >= least ? percentileOf(sketch, percentile) : null;

const seriesOf = ({ statuses: _inReasons, ...series }: Series): LoadSeries => {
  const { sketch } = series;
  return {
    ...series,
    unanswered: Object.fromEntries(
      Object.entries(series.unanswered).map(([reason, count]) => [
        UNANSWERED[reason as Unanswered],
        count,
      ]),
    ),
    p50: at(sketch, 50, 1),
    p95: at(sketch, 95, ENOUGH.p95),
    p99: at(sketch, 99, ENOUGH.p99),
    p999: at(sketch, 99.9, ENOUGH.p999),
    max: sketch?.points.at(-1) ?? null,
    sketch: sketch && { ...sketch, points: [...sketch.points] },
  };
};

const capacityOf = ({ held, failed, plateaus }: Capacity): LoadRecord['capacity'] => ({
  held,
  failed,
  plateaus: plateaus.map(({ result: _result, reasons, ...plateau }) => ({
    ...plateau,
    reasons: [...reasons],
  })),
});

const validityOf = ({ facts }: LoadResult): LoadRecord['validity'] =>
  facts.map((fact) => ({
    ...fact,
    shown: shownText(fact),
    wanted: wantedText(fact),
  }));

const linesOf = ({ measured, paces }: LoadResult): LoadRecord['lines'] =>
  LINES.flatMap((line) => {
    const series = measured?.lines[line];
    const pace = paces?.[line];
    return series === undefined
      ? []
      : [{ line, ...seriesOf(series), ...(pace === undefined ? {} : { pace }) }];
  });

/** The record of a load run: load.json, and what every report of it shows. */
export const loadRecordOf = (
  frame: LoadFrame,
  result: LoadResult,
  capacity: Capacity | undefined,
): LoadRecord => {
  const { target, k6, startedAt, endedAt, version, ...rest } = frame;
  const { measured } = result;
  const journeys = measured?.journeys;
  return {
    schema: 2,
    ...rest,
    assay: version,
    k6: { version: k6.version, origin: k6.origin, why: k6.why },
    target,
    startedAt: startedAt.toISOString(),
    endedAt: endedAt.toISOString(),
    verdict: result.verdict,
    exitCode: VERDICT_EXITS[result.verdict],
    reasons: [...result.reasons],
    notes: [...result.notes],
    lines: linesOf(result),
    steps: (measured?.steps ?? []).map((each) => ({ step: each.step, ...seriesOf(each) })),
    ...(measured && measured.parts.length > 0
      ? {
          parts: measured.parts.map((each) => ({
            line: each.line,
            step: each.step,
            ...seriesOf(each),
          })),
        }
      : {}),
    overall: measured?.overall
      ? { ...measured.overall, points: [...measured.overall.points] }
      : null,
    capacity: capacity ? capacityOf(capacity) : null,
    journeys: {
      begun: journeys?.begun ?? 0,
      ended: journeys?.ended ?? 0,
      p50: at(journeys?.sketch ?? null, 50, 1),
      p95: at(journeys?.sketch ?? null, 95, 1),
    },
    thresholds: [...(measured?.thresholds ?? [])],
    wrong: result.wrong.map((kind) => ({
      ...kind,
      steps: [...kind.steps],
      exchanges: [...kind.exchanges],
    })),
    validity: validityOf(result),
    calibration: result.calibration ?? null,
    health: [...result.samples],
    trends: result.trends.map((trend) => ({ ...trend, from: Math.max(0, trend.from) })),
    stalls: [...result.stalls],
    points: [...result.points],
  };
};
