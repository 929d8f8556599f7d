import type { Line } from '../spec/line.ts';
import { calibrate } from './measuring/calibrate.ts';
import { conclude, type LoadResult, resultWithoutLoad } from './verdict/conclude.ts';
import { generate, type Generation } from './preparation/generate.ts';
import { expectedLatency, sizingKey } from './sizing-latency.ts';
import { type RunSettings, runSettingsOf } from './verdict/limits.ts';
import type { ScriptEvent } from './plan.ts';
import { planJourneys } from './preparation/plan-journeys.ts';
import type { Prepared } from './preparation/prepare.ts';
import type { StepsProfile } from './profiles/profile.ts';
import { checkChangedDrafts } from './measuring/changed-drafts.ts';
import { collectEvents } from './measuring/collect-events.ts';
import { isOnThisMachine, withMachineLoad } from './measuring/machine-load.ts';
import { judgesMachine } from './verdict/validity.ts';
import { durationOf, type Scheduled } from './measuring/schedule.ts';
import type { Session } from './session.ts';

/** Input of a load run. */
export interface RunOrder extends Pick<
  Generation,
  | 'k6'
  | 'instances'
  | 'readyIn'
  | 'waitsOn'
  | 'live'
  | 'tags'
  | 'onLog'
  | 'terminal'
  | 'onStart'
  | 'parts'
> {
  readonly session: Session;
  readonly profile: StepsProfile;
  readonly lines: readonly Line[];
  readonly prepared: Prepared;
  /** Schedule of the load; default: that of the profile. */
  readonly schedule?: readonly Scheduled[] | undefined;
  /** File of the paces of accepted runs. */
  readonly history: string;
  /** The p99 of a line's price requests in seconds, if a better estimate than the history's is known. */
  readonly pace?: ((line: Line) => number) | undefined;
  /** Called with progress messages for people. */
  readonly onProgress?: ((what: string) => void) | undefined;
  /** Called before k6 starts, with the sampling interval of points. */
  readonly onMeasure?: ((pointEvery: number) => void) | undefined;
}

/**
 * Initial assumption for the p99 in seconds without an accepted run, since the service was idle before the load, and the
 * minimum afterwards.
 */
const FIRST_PACE = 0.5;
const CALM = 5;
/** Seconds: lower bound of the latency that virtual users are computed from. */
export const LEAST_LATENCY = 0.25;

const paceOf =
  ({ session: { target }, history, prepared }: RunOrder) =>
  (line: Line): number => {
    const known = expectedLatency(history, sizingKey(target, line), line);
    if (known !== undefined) return Math.max(LEAST_LATENCY, known);
    return Math.max(FIRST_PACE, (prepared.slowest[line] ?? 0) * CALM);
  };

const journeysOf = ({ session, profile }: RunOrder, schedule: readonly Scheduled[]) => {
  const { journeys: rate, thinkTime } = profile;
  if (rate === 0 || schedule.length === 0) return {};
  const lines = [...new Set(schedule.map(({ line }) => line))];
  const count = Math.max(1, Math.min(500, Math.ceil(rate * durationOf(schedule))));
  return { journeys: { rate, rows: planJourneys(session, lines, count) }, thinkTime };
};

/** The input of k6 for a load run. */
export const generationOf = (
  order: RunOrder,
  { schedule, thresholds }: RunSettings,
  onEvent: (event: ScriptEvent) => void,
): Generation => ({
  ...order,
  runId: order.session.runId,
  target: order.session.target,
  schedule,
  thresholds,
  lines: order.prepared.lines,
  headers: order.prepared.headers,
  pace: order.pace ?? paceOf(order),
  judgeEvery: order.profile.judgeEvery,
  users: order.profile.users ?? order.session.target.load.users,
  ...journeysOf(order, schedule),
  withCredential: true,
  signal: order.session.signal,
  onEvent,
  onPlan: order.onMeasure,
});

/** Calibrates, sends the load of a profile, and judges the result. Rejects if k6 cannot be started. */
export const runLoad = async (order: RunOrder): Promise<LoadResult> => {
  const { session, profile, prepared } = order;
  const lines = order.lines.filter((line) => prepared.lines[line] !== undefined);
  if (lines.length === 0 || session.signal?.aborted) return resultWithoutLoad(order);
  const settings = runSettingsOf(session.target, profile, lines, order.schedule);
  const events = collectEvents(session, prepared, session);
  const generation = generationOf(order, settings, events.take);
  if (profile.calibration > 0)
    order.onProgress?.(`calibrating the generator, ${profile.calibration} s`);
  const isLocal = isOnThisMachine(session.target, lines);
  const [calibration, rest] = await withMachineLoad(
    async () => (profile.calibration > 0 ? calibrate(generation, profile.calibration) : undefined),
    isLocal && judgesMachine(profile.validity),
  );
  if (session.signal?.aborted) return resultWithoutLoad(order);
  order.onProgress?.(`load on ${lines.join(', ')}, ${Math.ceil(durationOf(settings.schedule))} s`);
  const generated = await generate(generation);
  await events.settled();
  const isWhole = generated.summary !== undefined && generated.problems.length === 0;
  const changed = isWhole
    ? await checkChangedDrafts(session, prepared)
    : { sightings: [], notes: [] };
  const seen = {
    ...events,
    sightings: [...events.sightings, ...changed.sightings],
    notes: new Set([...events.notes, ...changed.notes]),
  };
  const paces = Object.fromEntries(lines.map((line) => [line, generation.pace(line)]));
  const placed = { ...order, machine: { rest, isLocal } };
  return { ...conclude(placed, settings, generated, calibration, seen), paces };
};
