import { existsSync, statSync } from 'node:fs';
import { basename } from 'node:path';
import type { Point } from '../plan.ts';
import type { Series } from '../measuring/measure.ts';
import { sketchOfSample } from '../measuring/quantile-sketch.ts';
import { stallsIn } from '../measuring/stall.ts';
import { trendsIn } from '../verdict/trend.ts';
import { type LoadResult, UNMEASURED } from '../verdict/conclude.ts';
import { decide } from '../verdict/verdict.ts';
import type { Finding } from '../../oracles/finding.ts';
import { readJsonLines } from '../../store/json-lines.ts';
import type { LoadRecord } from '../../store/load/load-record.ts';
import type { LoadRunStart } from '../../store/load/load-run.ts';
import type { RunFolder } from '../../store/run-folder.ts';
import { LINES } from '../../spec/line.ts';
import { recoverRun } from '../../store/recover-run.ts';
import { runPropertiesOf, buildLoadRecord } from './build-load-record.ts';

const HELD: readonly (keyof Point)[] = ['at', 'line', 'ms', 'step', 'status'];

/** Tests if a line is a point; the file may be another's. */
const isPoint = (value: unknown): value is Point =>
  typeof value === 'object' &&
  value !== null &&
  HELD.every((name) => Object.hasOwn(value, name)) &&
  'line' in value &&
  (LINES as readonly unknown[]).includes(value.line);

const linesIn = (path: string): readonly unknown[] =>
  existsSync(path) ? readJsonLines<unknown>(path).items : [];

/** Time of the run's last write. */
const lastWritten = ({ run, exchanges, findings, load }: RunFolder): Date => {
  const files = [run, exchanges, findings, load.points].filter((path) => existsSync(path));
  return new Date(Math.max(...files.map((path) => statSync(path).mtimeMs)));
};

/** Series of the points, each of which stands for `every` price requests. */
const seriesOf = (points: readonly Point[], every: number, seconds: number): Series => {
  const latencies = points.flatMap(({ ms, status }) => (ms !== null && status < 400 ? [ms] : []));
  const sketch = sketchOfSample(latencies);
  const requests = points.length * every;
  const rate = seconds === 0 ? 0 : requests / seconds;
  const silent = points.filter(({ ms }) => ms === null).length * every;
  return {
    planned: requests,
    dropped: 0,
    requests,
    wantedRate: rate,
    rate,
    errors: requests - latencies.length * every,
    statuses: {},
    unanswered: silent === 0 ? {} : { other: silent },
    connections: 0,
    judged: 0,
    wrong: 0,
    sketch: sketch ? { ...sketch, count: sketch.count * every } : null,
  };
};

const measuredOf = (points: readonly Point[], every: number): LoadResult['measured'] => {
  const times = points.map(({ at }) => at);
  const seconds = points.length < 2 ? 0 : (Math.max(...times) - Math.min(...times)) / 1000;
  const lines = Map.groupBy(points, ({ line }) => line);
  const all = seriesOf(points, every, seconds);
  return {
    lines: Object.fromEntries(
      [...lines].map(([line, own]) => [line, seriesOf(own, every, seconds)]),
    ),
    steps: [],
    parts: [],
    overall: all.sketch,
    lag: null,
    thresholds: [],
    journeys: { begun: 0, ended: 0, sketch: null },
    unlike: 0,
    requestRate: all.rate,
    answered: all.requests - (all.unanswered.other ?? 0),
  };
};

/** `killed after 12 s, 240 price requests`. */
const stopText = (start: LoadRunStart, end: Date, points: number): string => {
  const seconds = Math.max(0, Math.round((end.getTime() - Date.parse(start.startedAt)) / 1000));
  const every = start.pointEvery ?? 1;
  const count = (points * every).toLocaleString('en');
  return `killed after ${seconds} s, ${every > 1 ? 'about ' : ''}${count} price request${points * every === 1 ? '' : 's'}`;
};

const recordFrom = (folder: RunFolder, start: LoadRunStart): LoadRecord => {
  const points = linesIn(folder.load.points).map((line, index) => {
    if (isPoint(line)) return line;
    throw new Error(`${folder.load.points}, line ${index + 1} is not a point of a load run`);
  });
  const found = linesIn(folder.findings) as readonly Finding[];
  const findings = found.map((finding) => ({ ...finding, step: 0 }));
  const endedAt = lastWritten(folder);
  const stopped = stopText(start, endedAt, points.length);
  const problems = [{ fault: 'measurement', text: stopped }] as const;
  const decision = decide({ findings, problems, facts: [], measured: undefined, closed: [] });
  return buildLoadRecord(
    runPropertiesOf(start, { runId: basename(folder.path), endedAt, stopped }),
    {
      ...UNMEASURED,
      ...decision,
      problems: [stopped],
      measured: measuredOf(points, start.pointEvery ?? 1),
      points,
      trends: trendsIn(points),
      stalls: stallsIn(points),
      notes: ['the figures are computed from the recorded points of the run (points.jsonl)'],
    },
  );
};

/**
 * The record of a killed load run, recovered from its files. Throws UsageError if it is still running, or its files
 * were changed.
 */
export const recoverLoadRecord = (folder: RunFolder, start: LoadRunStart): LoadRecord =>
  recoverRun(folder, start, () => recordFrom(folder, start));
