import type { Capacity } from '../measuring/capacity.ts';
import type { Series } from '../measuring/measure.ts';
import { MIN_SAMPLES, percentileOf, type QuantileSketch } from '../measuring/quantile-sketch.ts';
import type { LoadRunStart } from '../../store/load/load-run.ts';
import type { LoadResult } from '../verdict/conclude.ts';
import { valueText, limitText } from '../verdict/validity.ts';
import { VERDICT_EXITS } from '../verdict/verdict.ts';
import type { LoadRecord } from '../../store/load/load-record.ts';
import { type Unanswered, UNANSWERED } from '../failures.ts';
import { LINES } from '../../spec/line.ts';

/** Properties of a load run's record apart from its measurements. */
export interface RunProperties extends Pick<
  LoadRecord,
  'runId' | 'k6' | 'target' | 'profile' | 'tags' | 'seed' | 'log' | 'instances' | 'stopped'
> {
  readonly version: string;
  readonly startedAt: Date;
  readonly endedAt: Date;
}

/** The properties of a run from its start record. */
export const runPropertiesOf = (
  { assay: version, k6, target, profile, tags, seed, startedAt }: LoadRunStart,
  end: Pick<RunProperties, 'runId' | 'endedAt' | 'stopped'>,
): RunProperties => ({
  version,
  k6,
  target,
  profile,
  tags,
  seed,
  startedAt: new Date(startedAt),
  ...end,
});

const at = (sketch: QuantileSketch | null, percentile: number, least: number): number | null =>
  sketch !== null && sketch.count >= least ? percentileOf(sketch, percentile) : null;

const seriesOf = <Part extends Series>({ statuses: _inReasons, ...series }: Part) => {
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
    p95: at(sketch, 95, MIN_SAMPLES.p95),
    p99: at(sketch, 99, MIN_SAMPLES.p99),
    p999: at(sketch, 99.9, MIN_SAMPLES.p999),
    max: sketch?.points.at(-1) ?? null,
  };
};

const capacityOf = ({ held, failed, plateaus }: Capacity): LoadRecord['capacity'] => ({
  held,
  failed,
  plateaus: plateaus.map(({ result: _result, ...plateau }) => plateau),
});

const validityOf = ({ facts }: LoadResult): LoadRecord['validity'] =>
  facts.map((fact) => ({
    ...fact,
    shown: valueText(fact),
    wanted: limitText(fact),
  }));

const linesOf = ({ measured, paces }: LoadResult): LoadRecord['lines'] =>
  LINES.flatMap((line) => {
    const series = measured?.lines[line];
    return series === undefined ? [] : [{ line, ...seriesOf(series), pace: paces?.[line] }];
  });

/** The record of a load run: load.json, and the source of all its reports. */
export const buildLoadRecord = (
  properties: RunProperties,
  result: LoadResult,
  capacity?: Capacity,
): LoadRecord => {
  const { startedAt, endedAt, version, ...rest } = properties;
  const { measured } = result;
  const journeys = measured?.journeys;
  return {
    schema: 2,
    ...rest,
    assay: version,
    startedAt: startedAt.toISOString(),
    endedAt: endedAt.toISOString(),
    verdict: result.verdict,
    exitCode: VERDICT_EXITS[result.verdict],
    reasons: [...result.reasons],
    notes: [...result.notes],
    lines: linesOf(result),
    steps: (measured?.steps ?? []).map(seriesOf),
    parts: measured?.parts.length ? measured.parts.map(seriesOf) : undefined,
    overall: measured?.overall ?? null,
    capacity: capacity ? capacityOf(capacity) : null,
    journeys: {
      begun: journeys?.begun ?? 0,
      ended: journeys?.ended ?? 0,
      p50: at(journeys?.sketch ?? null, 50, 1),
      p95: at(journeys?.sketch ?? null, 95, 1),
    },
    thresholds: [...(measured?.thresholds ?? [])],
    wrong: [...result.wrong],
    validity: validityOf(result),
    calibration: result.calibration ?? null,
    health: [...result.samples],
    trends: result.trends.map((trend) => ({ ...trend, from: Math.max(0, trend.from) })),
    stalls: [...result.stalls],
    points: [...result.points],
  };
};
