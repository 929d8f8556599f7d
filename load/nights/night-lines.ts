import { basename } from 'node:path';
import type { ResolvedTarget } from '../../client/target.ts';
import { machineText } from '../measuring/machine-load.ts';
import { sizingKey } from '../sizing-latency.ts';
import type { LoadRecord, LoadSeries } from '../../store/load/load-record.ts';
import {
  HISTORY_SCHEMA,
  type NightLine,
  type JudgedMeasure,
  type Measure,
  MEASURES,
  measureOf,
} from '../../store/nights/history-line.ts';
import type { Line } from '../../spec/line.ts';
import { isOverhead } from '../verdict/validity.ts';
import { NIGHTS_REQUIRED, judgeNight, NEWEST, smallestChange } from '../regression/judge-night.ts';
import {
  anchorNights,
  baselineNights,
  openAlarm,
  type SeriesNight,
} from '../../store/nights/series-nights.ts';

/** A line in one step of a load run. */
export type Part = LoadSeries & { readonly line: Line; readonly step: number };

/** Every line in every step of a run. */
export const partsOf = ({ parts, lines }: LoadRecord): readonly Part[] =>
  parts ?? lines.map((each) => ({ ...each, step: 1 }));

/** The name of a series: `travel 1 load`. */
const seriesName = ({ line, step }: Pick<Part, 'line' | 'step'>, profile: string): string =>
  `${line} ${step} ${profile}`;

/** The name of a profile: its own, or its file name without the folder. */
export const profileName = (nameOrFile: string): string => basename(nameOrFile);

/** Address of a line of the target; empty for the embedded service, whose port changes every night. */
export const addressOf = (target: ResolvedTarget, line: Line, isEmbedded: boolean): string =>
  isEmbedded ? '' : sizingKey(target, line);

/** Four significant digits, so that a line of the history with its 112 latencies stays short. */
const rounded = (value: number): number => Number(value.toPrecision(4));

/** Properties that the history lines of one run share. */
export interface Measurement {
  readonly record: LoadRecord;
  readonly target: ResolvedTarget;
  readonly isEmbedded: boolean;
  readonly build: string | null;
  readonly basis: NightLine['basis'];
  readonly at: Date;
}

/** The broken rule about the generator's overhead: it lengthens the times of a run even if every limit held. */
export const overheadIn = ({ validity }: LoadRecord): readonly string[] =>
  validity
    .filter((fact) => !fact.ok && isOverhead(fact))
    .map(({ name, shown, wanted }) => `${name}: ${shown} (${wanted})`);

/** The reasons of a run as one of a night: that of an INVALID run names the overhead itself. */
export const reasonsIn = (record: LoadRecord): readonly string[] => [
  ...new Set([...overheadIn(record), ...record.reasons]),
];

/** Tests if a run measured the speed of the service: a valid measurement of right answers. */
export const isComparable = (record: LoadRecord): boolean =>
  overheadIn(record).length === 0 &&
  (record.verdict === 'PASS' || (record.verdict === 'FAIL' && record.wrong.length === 0));

/** The history line of a part of a run, before its judgement. */
export const unjudgedLine = (measurement: Measurement, part: Part): NightLine => {
  const { record, target, isEmbedded, build, basis, at } = measurement;
  const { verdict } = record;
  // Wrong answers are wrong, however long they took.
  const isDistorted = overheadIn(record).length > 0 && record.wrong.length === 0;
  const { line, step, planned, requests, dropped, errors, judged, wrong, sketch } = part;
  const profile = profileName(record.profile.name);
  return {
    schema: HISTORY_SCHEMA,
    at: at.toISOString(),
    kind: 'night',
    runId: record.runId,
    series: seriesName(part, profile),
    line,
    step,
    profile,
    target: { name: target.name, address: addressOf(target, line, isEmbedded), build },
    assay: record.assay,
    basis,
    machine: machineText(),
    counts: { planned, requests, dropped, errors, judged, wrong },
    sketch: sketch && {
      count: sketch.count,
      mean: rounded(sketch.mean),
      points: sketch.points.map(rounded),
    },
    verdict: !isDistorted && (verdict === 'PASS' || verdict === 'FAIL') ? verdict : 'INVALID',
    reasons: reasonsIn(record)
      .slice(0, 5)
      .map((reason) => reason.slice(0, 300)),
    judged: [],
  };
};

const UNKNOWN = { median: null, limit: null, smallest: null } as const;

const judgedMeasure = (
  line: NightLine,
  nights: readonly SeriesNight[],
  measure: Measure,
  confirming: number,
): JudgedMeasure | undefined => {
  const exact = measureOf(line, measure);
  if (exact === undefined) return undefined;
  const valuesOf = (own: readonly SeriesNight[]): readonly number[] =>
    own.flatMap((night) => measureOf(night.line, measure) ?? []);
  const before = valuesOf(baselineNights(nights, line.basis, measure));
  const { anchor, age, level } = anchorNights(nights, line.basis, measure);
  const value = rounded(exact);
  const judgement = judgeNight({
    value,
    before,
    ...(measure === 'errorRate' && { requests: line.counts.requests }),
    anchor: { values: valuesOf(anchor), age },
    newest: valuesOf(level.slice(1 - NEWEST)),
  });
  if (judgement.state === 'learning') return { measure, value, state: 'learning', ...UNKNOWN };
  const known = {
    measure,
    value,
    median: rounded(judgement.median),
    limit: rounded(judgement.limit),
    smallest: rounded(smallestChange(judgement, confirming)),
    ...(judgement.drift && { drift: judgement.drift }),
  };
  const since = openAlarm(nights, line.basis, measure);
  return judgement.state === 'suspicious' && since !== undefined
    ? { ...known, state: 'ongoing', since }
    : { ...known, state: judgement.state };
};

/** Judges tonight's line of a series by the nights before. An open alarm is no new suspicion. */
export const judgeLine = (
  line: NightLine,
  nights: readonly SeriesNight[],
  confirming: number,
): NightLine => ({
  ...line,
  judged: MEASURES.flatMap((measure) => judgedMeasure(line, nights, measure, confirming) ?? []),
});

/** Number of nights that a line is compared with, up to the required number. */
export const nightsKnown = (line: NightLine, nights: readonly SeriesNight[]): number =>
  Math.min(NIGHTS_REQUIRED, baselineNights(nights, line.basis).length);
