import { basename } from 'node:path';
import type { ResolvedTarget } from '../../client/target.ts';
import { machineText } from '../measuring/machine.ts';
import { pacedAt } from '../verdict/history.ts';
import type { LoadRecord, LoadSeries } from '../../store/load/load-record.ts';
import { HISTORY_SCHEMA, type NightLine } from '../../store/nights/history-line.ts';
import type { Line } from '../../spec/line.ts';

/** A line in one step of a load run. */
export type Part = LoadSeries & { readonly line: Line; readonly step: number };

/** Every line in every step of a run. */
export const partsOf = ({ parts, lines }: LoadRecord): readonly Part[] =>
  parts ?? lines.map((each) => ({ ...each, step: 1 }));

/** The name of a series: `travel 1 load`. */
const seriesName = ({ line, step }: Pick<Part, 'line' | 'step'>, profile: string): string =>
  `${line} ${step} ${profile}`;

/** What a profile is called: its name, or its file without the folder. */
export const profileName = (nameOrFile: string): string => basename(nameOrFile);

/** Where a line of the target is; empty for the embedded service, whose port is a new one every night. */
export const addressOf = (target: ResolvedTarget, line: Line, isEmbedded: boolean): string =>
  isEmbedded ? '' : pacedAt(target, line);

/** Four digits mean something, and a line of the history is to stay short: it has 112 latencies. */
export const rounded = (value: number): number => Number(value.toPrecision(4));

/** The history lines of a run before the comparison with other nights. */
export interface Measurement {
  readonly record: LoadRecord;
  readonly target: ResolvedTarget;
  readonly isEmbedded: boolean;
  readonly build: string | null;
  readonly basis: NightLine['basis'];
  readonly at: Date;
}

const VERDICTS = { PASS: 'PASS', FAIL: 'FAIL' } as const;

/** Whether a run says how fast the service is: a valid measurement of right answers. */
export const isComparable = ({ verdict, wrong }: LoadRecord): boolean =>
  verdict === 'PASS' || (verdict === 'FAIL' && wrong.length === 0);

/** The line of a part of a run, not judged yet. */
export const unjudgedLine = (measurement: Measurement, part: Part): NightLine => {
  const { record, target, isEmbedded, build, basis, at } = measurement;
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
    verdict: record.verdict in VERDICTS ? (record.verdict as 'PASS' | 'FAIL') : 'INVALID',
    reasons: record.reasons.slice(0, 5).map((reason) => reason.slice(0, 300)),
    judged: [],
  };
};
