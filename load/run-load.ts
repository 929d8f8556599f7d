import type { Line } from '../spec/line.ts';
import { type Calibration, calibrate } from './measuring/calibrate.ts';
import { conclude, nothing } from './verdict/conclude.ts';
import { generate, type Generation } from './preparation/generate.ts';
import type { Health, HealthSample } from './measuring/health.ts';
import { knownPace, pacedAt } from './verdict/history.ts';
import { type Course, courseOf } from './course.ts';
import type { Measured } from './measuring/measure.ts';
import type { Told } from './plan.ts';
import { planJourneys } from './preparation/plan-journeys.ts';
import type { Prepared } from './preparation/prepare.ts';
import type { StepsProfile } from './profiles/profile.ts';
import { lookAtChanges } from './measuring/changed-drafts.ts';
import { listenTo, type Point } from './measuring/listen-to.ts';
import { isOnThisMachine } from './measuring/machine.ts';
import { atRest } from './measuring/machine-load.ts';
import { isQuietWanted } from './verdict/machine-facts.ts';
import { durationOf, type Scheduled } from './measuring/schedule.ts';
import type { Session } from './session.ts';
import type { Stall } from './measuring/stall.ts';
import type { Trend } from './measuring/trend.ts';
import type { ValidityFact } from './verdict/validity.ts';
import type { Decision } from './verdict/verdict.ts';

/** What is run. */
export interface LoadOrder extends Pick<
  Generation,
  'k6' | 'instances' | 'readyIn' | 'waitsOn' | 'live' | 'tags' | 'onLog' | 'terminal' | 'onStart'
> {
  readonly session: Session;
  readonly profile: StepsProfile;
  readonly lines: readonly Line[];
  readonly prepared: Prepared;
  /** What is sent when; left out: as the profile says. */
  readonly schedule?: readonly Scheduled[];
  /** File of the paces of accepted runs. */
  readonly history: string;
  /** Seconds within which 99 % of a line's price requests are answered, where something better than the history knows. */
  readonly pace?: (line: Line) => number;
  /** Whether each line is measured in each step, too, which costs CPU. */
  readonly parts?: boolean;
  /** Told what is going on, for people. */
  readonly onProgress?: (what: string) => void;
  /** Told before k6 starts: one in so many price requests will be a point. */
  readonly onMeasure?: (pointEvery: number) => void;
}

/** A finished load run of plateaus. */
export interface LoadResult extends Decision {
  /** Why the measurement was cut short, or k6 broke down; empty where neither happened. */
  readonly problems: readonly string[];
  /** That the service stopped answering, in words; undefined where it did not. */
  readonly silence: string | undefined;
  readonly schedule: readonly Scheduled[];
  /** Seconds of an answer for which each line had virtual users enough; left out: nothing was sent from here. */
  readonly paces?: Readonly<Partial<Record<Line, number>>>;
  readonly measured: Measured | undefined;
  readonly calibration: Calibration | undefined;
  readonly health: Health;
  readonly samples: readonly HealthSample[];
  readonly facts: readonly ValidityFact[];
  readonly points: readonly Point[];
  /** How the p50 of every line moved within every step, and the times without any answer. */
  readonly trends: readonly Trend[];
  readonly stalls: readonly Stall[];
  /** Worth a line, but no reason against the service or the run. */
  readonly notes: readonly string[];
}

/** Seconds: a first guess where no run was accepted yet, since the rehearsal was calm, and the least afterwards. */
const FIRST_PACE = 0.5;
const CALM = 5;
export const LEAST_PACE = 0.25;

const paceOf =
  ({ session: { target }, history, prepared }: LoadOrder) =>
  (line: Line): number => {
    const known = knownPace(history, pacedAt(target, line), line);
    if (known !== undefined) return Math.max(LEAST_PACE, known);
    return Math.max(FIRST_PACE, (prepared.slowest[line] ?? 0) * CALM);
  };

const journeysOf = ({ session, profile }: LoadOrder, lines: readonly Line[], seconds: number) => {
  if (profile.journeys === 0 || lines.length === 0) return {};
  const count = Math.max(1, Math.min(500, Math.ceil(profile.journeys * seconds)));
  const { journeys: rate, thinkTime } = profile;
  return { journeys: { rate, rows: planJourneys(session, lines, count), thinkTime } };
};

/** What k6 is to send for an order. */
export const generationOf = (
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
  users: order.profile.users ?? order.session.target.load.users,
  parts: order.parts ?? false,
  ...journeysOf(order, [...new Set(schedule.map(({ line }) => line))], durationOf(schedule)),
  withCredential: true,
  ...(order.live ? { live: order.live } : {}),
  tags: order.tags,
  onLog: order.onLog,
  ...(order.instances === undefined ? {} : { instances: order.instances }),
  ...(order.readyIn === undefined ? {} : { readyIn: order.readyIn }),
  signal: order.session.signal,
  onTold,
});

/** Calibrates, sends the load of a profile, and judges what came. Rejects where k6 cannot be started. */
export const runLoad = async (order: LoadOrder): Promise<LoadResult> => {
  const { session, profile, prepared } = order;
  const lines = order.lines.filter((line) => prepared.lines[line] !== undefined);
  if (lines.length === 0 || session.signal?.aborted) return nothing(order);
  const course = courseOf(session.target, profile, lines, order.schedule);
  const heard = listenTo(session, prepared, session);
  const generation = generationOf(order, course, heard.take);
  if (profile.calibration > 0)
    order.onProgress?.(`calibrating the generator, ${profile.calibration} s`);
  const isLocal = isOnThisMachine(session.target, lines);
  const [calibration, rest] = await atRest(
    async () => (profile.calibration > 0 ? calibrate(generation, profile.calibration) : undefined),
    isLocal && isQuietWanted(profile.validity),
  );
  if (session.signal?.aborted) return nothing(order);
  order.onProgress?.(`load on ${lines.join(', ')}, ${Math.ceil(durationOf(course.schedule))} s`);
  const generated = await generate({
    ...generation,
    ...(order.terminal === undefined ? {} : { terminal: order.terminal }),
    ...(order.onStart ? { onStart: order.onStart } : {}),
    ...(order.waitsOn === undefined ? {} : { waitsOn: order.waitsOn }),
    ...(order.onMeasure ? { onPlan: order.onMeasure } : {}),
  });
  await heard.settled();
  const isWhole = generated.summary !== undefined && generated.problems.length === 0;
  const changed = isWhole ? await lookAtChanges(session, prepared) : { sightings: [], notes: [] };
  const seen = {
    ...heard,
    sightings: [...heard.sightings, ...changed.sightings],
    notes: new Set([...heard.notes, ...changed.notes]),
  };
  const paces = Object.fromEntries(lines.map((line) => [line, generation.pace(line)]));
  const placed = { ...order, machine: { rest, isLocal } };
  return { ...conclude(placed, course, generated, calibration, seen), paces };
};
