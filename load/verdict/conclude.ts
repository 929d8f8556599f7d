import type { Scheduled } from '../measuring/schedule.ts';
import type { Calibration } from '../measuring/calibrate.ts';
import { type RunSettings, latencyLimitsOf } from './limits.ts';
import type { GenerationResult } from '../preparation/generate.ts';
import { type HealthSample, healthOf, type Health } from '../measuring/health.ts';
import type { K6Problem } from '../k6/k6-outcome.ts';
import { warningNotes } from '../k6/k6-log.ts';
import { judgeLimits } from './judge-limits.ts';
import { comparedNotes, judgingCoverage, connectionNotes } from './judging-coverage.ts';
import type { CollectedEvents } from '../measuring/collect-events.ts';
import type { Point } from '../plan.ts';
import { type Measurements, readMeasurements } from '../measuring/measure.ts';
import type { Prepared } from '../preparation/prepare.ts';
import type { StepsProfile } from '../profiles/profile.ts';
import type { Session } from '../session.ts';
import { unansweredText } from '../failures.ts';
import { stallsIn, stallTexts, type Stall } from '../measuring/stall.ts';
import { trendsIn, trendVerdict, type Trend } from './trend.ts';
import type { Line } from '../../spec/line.ts';
import { type ValidityEvidence, validityFacts, type ValidityFact } from './validity.ts';
import { decide, type Decision, harmlessOverhead } from './verdict.ts';

/** A finished load run with steps. */
export interface LoadResult extends Decision {
  /** Reasons why the measurement was cut short, or k6 failed; empty if neither happened. */
  readonly problems: readonly string[];
  /** A sentence if the service stopped answering; undefined otherwise. */
  readonly silence: string | undefined;
  readonly schedule: readonly Scheduled[];
  /** Pace of each line for which its virtual users were sufficient, in seconds; undefined if nothing was sent from here. */
  readonly paces?: Readonly<Partial<Record<Line, number>>>;
  readonly measured: Measurements | undefined;
  readonly calibration: Calibration | undefined;
  readonly health: Health;
  readonly samples: readonly HealthSample[];
  readonly facts: readonly ValidityFact[];
  readonly points: readonly Point[];
  /** Trend of the p50 of every line in every step, and periods without any answer. */
  readonly trends: readonly Trend[];
  readonly stalls: readonly Stall[];
  /** Notes for the report that speak neither against the service nor against the run. */
  readonly notes: readonly string[];
}

/** Input for concluding a run, here or afterwards. */
export interface ConclusionInput {
  readonly session: Pick<Session, 'signal' | 'findings' | 'answering'> & {
    readonly target: {
      readonly load: { readonly maxRate?: number | undefined };
      readonly limits: { readonly requestsPerSecond?: number | undefined };
    };
  };
  readonly profile: Pick<StepsProfile, 'validity' | 'trend'>;
  readonly prepared: Pick<Prepared, 'closed'>;
  readonly instances?: number | undefined;
  readonly parts?: boolean | undefined;
  /** Default: the service is elsewhere, or the machine of the generator was not monitored. */
  readonly machine?: ValidityEvidence['machine'];
}

/** Requests per second that the target itself allows; undefined: any. */
export const allowedOf = ({
  load,
  limits,
}: ConclusionInput['session']['target']): number | undefined => {
  const all = [load.maxRate, limits.requestsPerSecond].flatMap((limit) => limit ?? []);
  return all.length === 0 ? undefined : Math.min(...all);
};

/** Samples between the first and the last price request, outside of which k6 creates and removes its virtual users. */
const duringLoad = (samples: readonly HealthSample[], points: readonly Point[]) => {
  const times = points.map(({ at }) => at);
  const [start, end] = [Math.min(...times), Math.max(...times)];
  // A sample covers the second before it.
  return samples.filter(({ at }) => at >= start + 1000 && at <= end + 1000);
};

/** Problem if the run was aborted, with the signal. */
const stopProblems = ({ signal }: ConclusionInput['session']): readonly K6Problem[] =>
  signal?.aborted ? [{ fault: 'measurement', text: String(signal.reason) }] : [];

/** Empty result of a run that measured nothing. */
export const UNMEASURED = {
  silence: undefined,
  schedule: [],
  measured: undefined,
  calibration: undefined,
  health: healthOf([]),
  samples: [],
  facts: [],
  points: [],
  trends: [],
  stalls: [],
  notes: [],
} as const;

/** The result of a run without any load: nothing could be priced, or it was aborted before. */
export const resultWithoutLoad = ({ session, prepared }: ConclusionInput): LoadResult => {
  const { findings } = session;
  const problems = stopProblems(session);
  const silence = session.answering.silence();
  const decision = decide({ ...UNMEASURED, findings, problems, closed: prepared.closed, silence });
  return { ...UNMEASURED, ...decision, problems: problems.map(({ text }) => text), silence };
};

const NO_LIMITS =
  'the target sets no limits (load.slo): the verdict covers only correctness and validity';

/** Number of price requests of each line without an answer, with the reasons. */
const silences = (measured: Measurements | undefined): readonly string[] =>
  Object.entries(measured?.lines ?? {}).flatMap(([line, { unanswered, requests }]) => {
    const why = unansweredText(unanswered);
    return why === '' ? [] : [`${line}: price requests without an answer, of ${requests}: ${why}`];
  });

/** Spread of the starts of several instances. */
const startsText = (spread: number, instances = 1): string =>
  `${instances} instances of k6, started within ${Math.ceil(spread)} ms`;

/** Analysis within the run: trends of the p50 on every plateau, and periods without any answer. */
const within = (
  { profile: { trend: limit } }: ConclusionInput,
  { schedule, limits }: RunSettings,
  points: readonly Point[],
) => {
  const isLimited = (line: Line): boolean =>
    limits.some((each) => (each.on.line ?? line) === line && latencyLimitsOf(each).length > 0);
  const measured = schedule.filter(({ phase }) => phase === 'measure');
  // On a ramp the response time may rise with the rate.
  const plateaus = measured.filter(({ to }) => to === undefined);
  const level = new Set(plateaus.map(({ step }) => step));
  const trends = trendsIn(points.filter(({ step }) => level.has(step)));
  const stalls = stallsIn(points);
  return {
    trends,
    stalls,
    trend: trendVerdict(trends, plateaus, { trend: limit, isLimited }),
    stalled: stallTexts(stalls, new Set(measured.map(({ line }) => line)).size),
  };
};

/** A stall explains other problems; without any, it is a note. */
const withStalls = (decision: Decision, stalled: readonly string[]): Decision =>
  decision.verdict === 'PASS' || decision.verdict === 'ERROR'
    ? decision
    : { ...decision, reasons: [...stalled, ...decision.reasons] };

/** Judges the results of one k6 run. */
export const conclude = (
  order: ConclusionInput,
  settings: RunSettings,
  generated: GenerationResult,
  calibration: Calibration | undefined,
  events: Pick<
    CollectedEvents,
    'points' | 'starts' | 'notes' | 'sightings' | 'judged' | 'compared'
  >,
): LoadResult => {
  const { points, starts, notes, sightings, judged: inFull, compared } = events;
  const { session, profile, prepared, machine } = order;
  const { summary, health: samples, spread } = generated;
  const health = healthOf(duringLoad(samples, points));
  const { schedule, limits } = settings;
  const rules = profile.validity;
  const { findings } = session;
  const judged = summary ? judgeLimits(summary, settings, rules.dropped, generated.users) : [];
  const measured =
    summary && readMeasurements(summary, schedule, judged, findings, starts, order.parts);
  const allowed = allowedOf(session.target);
  const stopped = stopProblems(session);
  const isWhole = stopped.length === 0;
  const rested = { health, machine, calibration, limits, rules, allowed };
  const facts = measured && isWhole ? validityFacts({ measured, ...rested }) : [];
  const problems = isWhole ? generated.problems : stopped;
  session.answering.count(measured?.answered ?? 0);
  const silence = session.answering.silence();
  const { closed } = prepared;
  const { trends, stalls, trend, stalled } = within(order, settings, points);
  const looked = summary ? judgingCoverage(summary, schedule, inFull) : [];
  const seen = { sightings, lookedAt: looked };
  const evidence = { findings, problems, facts, measured, closed, silence, trend, ...seen };
  const decision = withStalls(decide(evidence), stalled);
  const lines = [
    ...(decision.reasons.some((each) => stalled.includes(each)) ? [] : stalled),
    ...trend.notes,
    ...notes,
    spread !== undefined && startsText(spread, order.instances),
    ...warningNotes(generated.warnings),
    ...(generated.notes ?? []),
    ...silences(measured),
    measured &&
      measured.unlike > 0 &&
      `${measured.unlike} answers differed from those before the load`,
    ...comparedNotes(measured?.lines ?? {}, compared),
    ...connectionNotes(measured?.lines ?? {}),
    limits.length === 0 && NO_LIMITS,
    ...harmlessOverhead(evidence),
  ].filter((note) => typeof note === 'string');
  const cut = problems.map(({ text }) => text);
  const all = { problems: cut, silence, schedule, measured, calibration, samples, trends, stalls };
  return { ...decision, ...all, health, facts, points, notes: [...new Set(lines)] };
};
