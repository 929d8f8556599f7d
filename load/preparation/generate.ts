import type { ResolvedTarget } from '../../client/target.ts';
import type { Line } from '../../spec/line.ts';
import { type HealthSample, watchHealth } from '../measuring/health.ts';
import { k6Network } from '../k6/k6-network.ts';
import { k6Options, LONGEST_JOURNEY } from '../k6/k6-options.ts';
import type { Threshold } from '../verdict/limits.ts';
import type { RestAnswer } from '../answer-digest.ts';
import type { ExpectedAnswer, Told } from '../plan.ts';
import type { LiveMetrics } from '../live/live-metrics.ts';
import type { Prepared } from './prepare.ts';
import { type InstancesEnd, runInstances } from '../instances/run-instances.ts';
import { mergeHealth } from '../instances/merge-health.ts';
import { durationOf, lastTurnsOf, peakRateOf, type Scheduled } from '../measuring/schedule.ts';
import { judgedEvery } from '../quota.ts';
import { stepOf } from './create-drafts.ts';
import { credentialOf } from './load-credential.ts';

/** What one run of k6 is to send. */
export interface Generation {
  /** Path of k6. */
  readonly k6: string;
  readonly runId: string;
  readonly target: ResolvedTarget;
  readonly schedule: readonly Scheduled[];
  readonly thresholds: readonly Threshold[];
  /** Rows and expected answer of each line. */
  readonly lines: Prepared['lines'];
  /** Headers of every price request but the credential's. */
  readonly headers: Readonly<Record<string, string>>;
  /** Seconds within which 99 % of a line's price requests are answered, as far as known. */
  readonly pace: (line: Line) => number;
  /** Virtual users of each line and step; left out: by its pace. */
  readonly users?: number | undefined;
  /** At most; fewer where the quota takes it. */
  readonly judgeEvery: number;
  /** Whether each line is measured in each step, too. */
  readonly parts?: boolean;
  /** Journeys a second, and the seconds between two calls of one. */
  readonly journeys?: {
    readonly rate: number;
    readonly rows: readonly string[];
    readonly thinkTime?: number | undefined;
  };
  /** What every sample is tagged with, for outputs. */
  readonly tags?: Readonly<Record<string, string>> | undefined;
  /** Left out: none is sent. */
  readonly withCredential?: true;
  /** How many instances of k6 share it; default: 1. */
  readonly instances?: number;
  /** Seconds in which all of several instances have to be ready. */
  readonly readyIn?: number;
  /** Port of this machine on which a single instance waits to be started. */
  readonly waitsOn?: number;
  /** Where k6 sends what it measures meanwhile. */
  readonly live?: LiveMetrics;
  readonly terminal?: boolean;
  readonly onTold?: (told: Told) => void;
  /** Told each line of k6's log that is none of its scripts. */
  readonly onLog?: ((line: string) => void) | undefined;
  readonly onSample?: (sample: HealthSample) => void;
  readonly onStart?: (pid: number) => void;
  /** Told how many price requests one point of the chart stands for. */
  readonly onPlan?: (pointEvery: number) => void;
  readonly signal?: AbortSignal | undefined;
}

/** What came of it. */
export interface Generated extends InstancesEnd {
  readonly health: readonly HealthSample[];
  /** Virtual users of each scenario; left out: nobody knows. */
  readonly users?: Readonly<Record<string, number>>;
}

/** Points of a chart, and starts of which the time is told, that a run is to give at most. */
const POINTS = 3000;
const STARTS = 30_000;
const STARTS_A_SECOND = 50;
/** Ids that are told of at most. */
const IDS = 100_000;
/** Seconds that k6 gets beyond the plateaus: to start, to wait for the last answers, to sum up. */
const MARGIN = 90;

const everyOf = ({ schedule }: Generation) => {
  const measured = schedule.filter(({ phase }) => phase === 'measure');
  const count = measured.reduce((sum, each) => sum + each.count, 0);
  return {
    point: Math.max(1, Math.ceil(count / POINTS)),
    start: Math.max(
      1,
      Math.ceil(peakRateOf(schedule) / STARTS_A_SECOND),
      Math.ceil(count / STARTS),
    ),
    id: Math.max(1, Math.ceil(count / IDS)),
  };
};

const usersIn = (options: Readonly<Record<string, unknown>>): Record<string, number> =>
  Object.fromEntries(
    Object.entries(options['scenarios'] as Record<string, { preAllocatedVUs: number }>).map(
      ([name, { preAllocatedVUs }]) => [name, preAllocatedVUs],
    ),
  );

/** The plan of a run, without the paths of its files. */
export const planOf = (order: Generation) => {
  const lines = Object.keys(order.lines) as Line[];
  const { target, schedule } = order;
  const options = k6Options({
    schedule,
    lines,
    thresholds: order.thresholds,
    expected: order.pace,
    users: order.users,
    journeys: order.journeys?.rate ?? 0,
    thinkTime: order.journeys?.thinkTime,
    parts: order.parts ?? false,
    instances: order.instances ?? 1,
    deadline: target.limits.deadline,
  });
  const { instances = 1 } = order;
  const usersOf = usersIn(options);
  const users = Math.max(1, ...Object.values(usersOf));
  const { decisions } = target;
  return {
    runId: order.runId,
    instances,
    options,
    scenarios: Object.fromEntries(
      schedule.map(({ name, ...scheduled }) => [
        name,
        {
          ...scheduled,
          judgeEvery: judgedEvery(order.judgeEvery, scheduled.count),
          lastTurns: lastTurnsOf(scheduled, usersOf[name] ?? 0),
        },
      ]),
    ),
    lines: Object.fromEntries(
      lines.map((line) => [
        line,
        {
          operation: stepOf(line, 'price-request').id,
          window: Math.max(1, Math.ceil((order.lines[line]?.rows.length ?? 1) / users)),
          expected: order.lines[line]?.expected as ExpectedAnswer,
        },
      ]),
    ),
    headers: order.headers,
    deadline: target.limits.deadline,
    every: everyOf(order),
    ...(order.journeys
      ? {
          journeys: {
            readBackDelay: decisions.readBackDelay,
            thinkTime: order.journeys.thinkTime ?? 0,
          },
        }
      : {}),
  };
};

const withRest = (row: string, rest: RestAnswer | undefined): string => {
  const [url, ...parts] = row.split('\n');
  return [url, rest === undefined ? '' : JSON.stringify(rest), ...parts].join('\n');
};

/** The rows of each line's file, and of the journeys'. */
export const rowsOf = ({ lines, journeys }: Generation): Record<string, readonly string[]> => ({
  ...Object.fromEntries(
    Object.entries(lines).map(([line, { rows, rests }]) => [
      line,
      rows.map((row, index) => withRest(row, rests[index]?.answer)),
    ]),
  ),
  ...(journeys ? { journeys: journeys.rows } : {}),
});

/** Runs k6 over a schedule and watches it. Rejects where k6 cannot be started. */
export const generate = async (order: Generation): Promise<Generated> => {
  const thinking = (order.journeys?.thinkTime ?? 0) * LONGEST_JOURNEY;
  const limit =
    Math.ceil(durationOf(order.schedule) + order.target.limits.deadline / 1000 + thinking) + MARGIN;
  const watches: ReturnType<typeof watchHealth>[] = [];
  const { instances = 1 } = order;
  const plan = planOf(order);
  order.onPlan?.(plan.every.point);
  const end = await runInstances({
    k6: order.k6,
    plan,
    rows: rowsOf(order),
    credential: await credentialOf(order),
    network: k6Network(order.target),
    seconds: limit,
    instances,
    thresholds: order.thresholds,
    live: order.live,
    tags: order.tags,
    ...(order.readyIn === undefined ? {} : { readyIn: order.readyIn }),
    ...(order.waitsOn === undefined ? {} : { waitsOn: order.waitsOn }),
    ...(order.terminal && instances === 1 ? { terminal: true } : {}),
    ...(order.onTold ? { onTold: order.onTold } : {}),
    ...(order.onLog ? { onLog: order.onLog } : {}),
    signal: order.signal,
    onStart: (pid) => {
      watches.push(watchHealth(pid, order.onSample));
      order.onStart?.(pid);
    },
  });
  return {
    ...end,
    users: usersIn(plan.options),
    health: mergeHealth(watches.map((watch) => watch.end())),
  };
};
