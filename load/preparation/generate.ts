import type { ResolvedTarget } from '../../client/target.ts';
import { type Envelope, envelopeOf } from '../../spec/envelope.ts';
import type { Line } from '../../spec/line.ts';
import { OPERATIONS } from '../../spec/operations.ts';
import { type HealthSample, watchHealth, mergeHealth } from '../measuring/health.ts';
import { k6Network } from '../k6/k6-network.ts';
import { k6Options, LONGEST_JOURNEY, type OptionsOrder } from '../k6/k6-options.ts';
import type { UnloadedAnswer } from '../answer-digest.ts';
import type { ExpectedAnswer, LoadPlan, PlannedCredential } from '../plan.ts';
import type { Prepared } from './prepare.ts';
import {
  type InstancesEnd,
  type InstancesOrder,
  runInstances,
} from '../instances/run-instances.ts';
import { durationOf, lastTurnsOf, peakRateOf, type Scheduled } from '../measuring/schedule.ts';
import { judgingInterval } from '../verdict/judging-coverage.ts';
import { stepOf } from './create-drafts.ts';
import { createAccessTokens } from '../../client/http/access-tokens.ts';
import { presentCredential } from '../../client/secrets/credential.ts';
import { UsageError } from '../../client/usage-error.ts';

/** Seconds until k6 sends, and for its last answers. */
const START = 10;

/** Throws UsageError if an access token expires before the end of the load: the scripts of k6 cannot renew it. */
const checkLife = (left: number, schedule: readonly Scheduled[]): void => {
  const wanted = Math.ceil(durationOf(schedule)) + START;
  if (left >= wanted) return;
  throw new UsageError(
    `the access token of the owner is valid for ${Math.max(0, Math.floor(left))} s, but k6 sends the whole load, which takes ${wanted} s, with one token; configure tokens with a longer lifetime, or use a shorter profile`,
  );
};

/** The headers and query of the owner's credential, with a fresh token for OAuth2. Throws NoToken and UsageError. */
const credentialOf = async (order: Generation): Promise<PlannedCredential> => {
  const { target, withCredential, schedule } = order;
  if (!withCredential) return { headers: {}, query: '' };
  const tokens = createAccessTokens(target);
  const token = await tokens.of('owner');
  checkLife(await tokens.secondsLeft('owner'), schedule);
  const { headers, query } = presentCredential(target.identities.owner.auth, 'valid', token);
  const pairs = Object.entries(query).map(
    ([name, value]) => `${encodeURIComponent(name)}=${encodeURIComponent(value)}`,
  );
  return { headers, query: pairs.length === 0 ? '' : `?${pairs.join('&')}` };
};

/** Input of one k6 run. */
export interface Generation
  extends
    Omit<OptionsOrder, 'lines' | 'journeys' | 'deadline'>,
    Omit<
      InstancesOrder,
      'plan' | 'rows' | 'credential' | 'network' | 'seconds' | 'instances' | 'script' | 'bare'
    > {
  readonly runId: string;
  readonly target: ResolvedTarget;
  /** Rows and expected answer of each line. */
  readonly lines: Prepared['lines'];
  /** Headers of every price request but the credential's. */
  readonly headers: Readonly<Record<string, string>>;
  /** At most; more are judged if the quota requires it. */
  readonly judgeEvery: number;
  /** Journeys per second. */
  readonly journeys?: { readonly rate: number; readonly rows: readonly string[] };
  /** Sends a credential; default: none. */
  readonly withCredential?: true | undefined;
  /** Number of k6 instances that share the load; default: 1. */
  readonly instances?: number | undefined;
  /** Called with the number of price requests for each point of the chart. */
  readonly onPlan?: ((pointEvery: number) => void) | undefined;
}

/** Result of a k6 run. */
export interface GenerationResult extends InstancesEnd {
  readonly health: readonly HealthSample[];
  /** Virtual users of each scenario; undefined if unknown. */
  readonly users?: Readonly<Record<string, number>>;
}

/** Maximum number of points of the chart, and of sampled start times. */
const POINTS = 3000;
const STARTS = 20_000;
const STARTS_A_SECOND = 50;
/** Number of answers whose ids and headers are looked at, which costs 3 % of the generator's CPU if all of them are. */
const SAMPLED = 50_000;
/** Seconds that k6 gets beyond the plateaus: to start, to wait for the last answers, to write its summary. */
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
    answer: Math.max(1, Math.floor(count / SAMPLED)),
  };
};

/** Envelopes by operation: k6 would build the table of operations for every virtual user. */
const envelopesOf = (envelope: Envelope | undefined): LoadPlan['envelopes'] =>
  Object.fromEntries(OPERATIONS.map(({ id }) => [id, envelopeOf(envelope, id)]));

const usersIn = (options: Readonly<Record<string, unknown>>): Record<string, number> =>
  Object.fromEntries(
    Object.entries(options['scenarios'] as Record<string, { preAllocatedVUs: number }>).map(
      ([name, { preAllocatedVUs }]) => [name, preAllocatedVUs],
    ),
  );

/** The plan of a run, without the paths of its files. */
export const planOf = (order: Generation) => {
  const lines = Object.keys(order.lines) as Line[];
  const { schedule, instances = 1 } = order;
  const { limits, decisions } = order.target;
  const { deadline } = limits;
  const options = k6Options({ ...order, lines, journeys: order.journeys?.rate ?? 0, deadline });
  const usersOf = usersIn(options);
  const users = Math.max(1, ...Object.values(usersOf));
  return {
    runId: order.runId,
    instances,
    options,
    scenarios: Object.fromEntries(
      schedule.map(({ name, ...scheduled }) => [
        name,
        {
          ...scheduled,
          judgeEvery: judgingInterval(order.judgeEvery, scheduled.count),
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
    deadline,
    envelopes: envelopesOf(order.target.envelope),
    every: everyOf(order),
    journeys: order.journeys && {
      readBackDelay: decisions.readBackDelay,
      thinkTime: order.thinkTime ?? 0,
    },
  };
};

const withRest = (row: string, rest: UnloadedAnswer | undefined): string => {
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
  ...(journeys && { journeys: journeys.rows }),
});

/** Runs k6 over a schedule and monitors it. Rejects if k6 cannot be started. */
export const generate = async (order: Generation): Promise<GenerationResult> => {
  const thinking = (order.thinkTime ?? 0) * LONGEST_JOURNEY;
  const seconds =
    Math.ceil(durationOf(order.schedule) + order.target.limits.deadline / 1000 + thinking) + MARGIN;
  const watches: ReturnType<typeof watchHealth>[] = [];
  const { instances = 1 } = order;
  const plan = planOf(order);
  order.onPlan?.(plan.every.point);
  const end = await runInstances({
    ...order,
    plan,
    rows: rowsOf(order),
    credential: await credentialOf(order),
    network: k6Network(order.target),
    seconds,
    instances,
    terminal: order.terminal && instances === 1,
    onStart: (pid) => {
      watches.push(watchHealth(pid));
      order.onStart?.(pid);
    },
  });
  return {
    ...end,
    users: usersIn(plan.options),
    health: mergeHealth(watches.map((end) => end())),
  };
};
