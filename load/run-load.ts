import type { Line } from '../spec/line.ts';
import { type Calibration, calibrate } from './calibrate.ts';
import { generate, type Generated, type Generation } from './generate.ts';
import { type Health, type HealthSample, healthOf } from './health.ts';
import { lastAcceptedPace } from './history.ts';
import { type Course, courseOf } from './course.ts';
import { k6Problems } from './k6-outcome.ts';
import { unjudgedLimits } from './limits.ts';
import { type Measured, measuredIn } from './measure.ts';
import type { Told } from './plan.ts';
import { planJourneys } from './plan-journeys.ts';
import type { Prepared } from './prepare.ts';
import type { StepsProfile } from './profile.ts';
import { listenTo, type Point } from './listen-to.ts';
import { durationOf, type Scheduled } from './schedule.ts';
import type { Session } from './session.ts';
import { type ValidityFact, validityFacts } from './validity.ts';
import { decide, type Decision } from './verdict.ts';

/** What is run. */
export interface LoadOrder {
  readonly session: Session;
  /** Path of k6. */
  readonly k6: string;
  readonly profile: StepsProfile;
  readonly lines: readonly Line[];
  readonly prepared: Prepared;
  /** File of the paces of accepted runs. */
  readonly history: string;
  /** Seconds within which 99 % of a line's price requests are answered, where something better than the history knows. */
  readonly pace?: (line: Line) => number;
  readonly terminal?: boolean;
  /** Told what is going on, for people. */
  readonly onProgress?: (what: string) => void;
  readonly onStart?: (pid: number) => void;
  readonly signal?: AbortSignal | undefined;
}

/** A finished load run of plateaus. */
export interface LoadResult extends Decision {
  readonly schedule: readonly Scheduled[];
  readonly measured: Measured | undefined;
  readonly calibration: Calibration | undefined;
  readonly health: Health;
  readonly samples: readonly HealthSample[];
  readonly facts: readonly ValidityFact[];
  readonly points: readonly Point[];
  /** Worth a line, but no reason against the service or the run. */
  readonly notes: readonly string[];
}

/** A first guess where no run was accepted yet; the rehearsal was calm. */
const LEAST_PACE = 0.5;
const CALM = 5;

const paceOf =
  ({ session: { target }, history, prepared }: LoadOrder) =>
  (line: Line): number => {
    const address = line === 'gap' ? target.gap_base_url : target.base_url;
    const accepted = lastAcceptedPace(history, address, line);
    return accepted ?? Math.max(LEAST_PACE, (prepared.slowest[line] ?? 0) * CALM);
  };

const journeysOf = ({ session, profile }: LoadOrder, lines: readonly Line[], seconds: number) => {
  if (profile.journeys === 0 || lines.length === 0) return {};
  const count = Math.max(1, Math.min(500, Math.ceil(profile.journeys * seconds)));
  return { journeys: { rate: profile.journeys, rows: planJourneys(session, lines, count) } };
};

/** Requests a second that the target itself allows; undefined: any. */
const allowedOf = ({ target }: Session): number | undefined => {
  const limits = [target.load.maxRate, target.limits.requestsPerSecond].flatMap(
    (limit) => limit ?? [],
  );
  return limits.length === 0 ? undefined : Math.min(...limits);
};

/** Before the first and after the last price request k6 makes and takes down its virtual users. */
const duringLoad = (samples: readonly HealthSample[], points: readonly Point[]) => {
  const times = points.map(({ at }) => at);
  const [start, end] = [Math.min(...times), Math.max(...times)];
  // A sample tells of the second before it.
  return samples.filter(({ at }) => at >= start + 1000 && at <= end + 1000);
};

const nothing = (order: LoadOrder): LoadResult => {
  const { session, prepared } = order;
  const decision = decide({
    findings: session.findings,
    problems: [],
    facts: [],
    measured: undefined,
    closed: prepared.closed,
  });
  const empty = {
    schedule: [],
    measured: undefined,
    calibration: undefined,
    samples: [],
    facts: [],
    points: [],
  };
  return { ...decision, ...empty, health: healthOf([]), notes: [] };
};

const generationOf = (
  order: LoadOrder,
  { schedule, thresholds }: Course,
  onTold: (told: Told) => void,
): Generation => ({
  k6: order.k6,
  runId: order.session.runId,
  target: order.session.target,
  schedule,
  thresholds,
  lines: order.prepared.lines,
  headers: order.prepared.headers,
  pace: order.pace ?? paceOf(order),
  judgeEvery: order.profile.judgeEvery,
  ...journeysOf(order, [...new Set(schedule.map(({ line }) => line))], durationOf(schedule)),
  withCredential: true,
  signal: order.signal,
  onTold,
});

const conclude = (
  order: LoadOrder,
  { schedule, thresholds, limits, planned }: Course,
  { end, health: samples, limit }: Generated,
  calibration: Calibration | undefined,
  points: readonly Point[],
): Omit<LoadResult, 'notes'> & { readonly said: readonly string[] } => {
  const { session, profile, prepared } = order;
  const health = healthOf(duringLoad(samples, points));
  const measured = end.summary && measuredIn(end.summary, schedule, thresholds, session.findings);
  const allowed = allowedOf(session);
  const rules = profile.validity;
  const facts = measured
    ? validityFacts({ measured, health, calibration, limits, rules, allowed })
    : [];
  const { findings } = session;
  const problems = k6Problems(end, limit);
  const decision = decide({ findings, problems, facts, measured, closed: prepared.closed });
  const said = [
    ...end.said.warnings.map((text) => `k6: ${text}`),
    ...unjudgedLimits(limits, planned),
    ...(limits.length === 0 ? [NO_LIMITS] : []),
  ];
  return { ...decision, schedule, measured, calibration, health, samples, facts, points, said };
};

const NO_LIMITS =
  'the target sets no limit (load.slo): the verdict is about correctness and validity only';

/** Calibrates, sends the load of a profile, and judges what came. Rejects where k6 cannot be started. */
export const runLoad = async (order: LoadOrder): Promise<LoadResult> => {
  const { session, profile, prepared } = order;
  const lines = order.lines.filter((line) => prepared.lines[line] !== undefined);
  if (lines.length === 0) return nothing(order);
  const course = courseOf(session.target, profile, lines);
  const { take, points, notes } = listenTo(session);
  const generation = generationOf(order, course, take);
  if (profile.calibration > 0)
    order.onProgress?.(`calibrating the generator, ${profile.calibration} s`);
  const calibration =
    profile.calibration > 0 ? await calibrate(generation, profile.calibration) : undefined;
  order.onProgress?.(`load on ${lines.join(', ')}, ${Math.ceil(durationOf(course.schedule))} s`);
  const generated = await generate({
    ...generation,
    ...(order.terminal === undefined ? {} : { terminal: order.terminal }),
    ...(order.onStart ? { onStart: order.onStart } : {}),
  });
  const { said, ...result } = conclude(order, course, generated, calibration, points);
  for (const note of said) notes.add(note);
  return { ...result, notes: [...notes] };
};
