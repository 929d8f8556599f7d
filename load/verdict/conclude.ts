import type { Calibration } from '../measuring/calibrate.ts';
import type { Course } from '../course.ts';
import type { Generated } from '../preparation/generate.ts';
import { type HealthSample, healthOf } from '../measuring/health.ts';
import type { K6Problem } from '../k6/k6-outcome.ts';
import { inOurWords } from '../k6/k6-words.ts';
import { judgeLimits } from './judge-limits.ts';
import { comparedNotes, lookedAt } from './looked-at.ts';
import { connectionNotes } from './new-connections.ts';
import type { Heard, Point } from '../measuring/listen-to.ts';
import { type Measured, measuredIn } from '../measuring/measure.ts';
import type { LoadOrder, LoadResult } from '../run-load.ts';
import type { Session } from '../session.ts';
import { unansweredText } from '../unanswered.ts';
import { stallsIn, stallTexts } from '../measuring/stall.ts';
import { trendsIn } from '../measuring/trend.ts';
import { latencyLimitsOf } from './limits.ts';
import type { Line } from '../../spec/line.ts';
import { trendVerdict } from './trend-verdict.ts';
import { type ValidityEvidence, validityFacts } from './validity.ts';
import { decide, type Decision } from './verdict.ts';

/** What is needed to conclude a run, here or after it. */
export interface Concluding {
  readonly session: Pick<Session, 'signal' | 'findings' | 'answering'> & {
    readonly target: {
      readonly load: { readonly maxRate?: number | undefined };
      readonly limits: { readonly requestsPerSecond?: number | undefined };
    };
  };
  readonly profile: Pick<LoadOrder['profile'], 'validity' | 'trend'>;
  readonly prepared: Pick<LoadOrder['prepared'], 'closed'>;
  readonly instances?: number;
  readonly parts?: boolean;
  /** Left out: the service is elsewhere, or nobody watched the machine of the generator. */
  readonly machine?: ValidityEvidence['machine'];
}

/** Requests a second that the target itself allows; undefined: any. */
export const allowedOf = ({ target }: Concluding['session']): number | undefined => {
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

/** That the run was stopped, by which signal. */
const stopProblems = ({ signal }: Concluding['session']): readonly K6Problem[] =>
  signal?.aborted ? [{ fault: 'measurement', text: String(signal.reason) }] : [];

/** The result of a run that came to no load: nothing could be priced, or it was stopped before. */
export const nothing = (order: LoadOrder): LoadResult => {
  const { session, prepared } = order;
  const decision = decide({
    findings: session.findings,
    problems: stopProblems(session),
    facts: [],
    measured: undefined,
    closed: prepared.closed,
    silence: session.answering.silence(),
  });
  const empty = {
    problems: stopProblems(session).map(({ text }) => text),
    silence: session.answering.silence(),
    schedule: [],
    measured: undefined,
    calibration: undefined,
    samples: [],
    facts: [],
    points: [],
    trends: [],
    stalls: [],
  };
  return { ...decision, ...empty, health: healthOf([]), notes: [] };
};

const NO_LIMITS =
  'the target sets no limit (load.slo): the verdict is about correctness and validity only';

/** How many price requests of each line had no answer, and why. */
const silences = (measured: Measured | undefined): readonly string[] =>
  Object.entries(measured?.lines ?? {}).flatMap(([line, { unanswered, requests }]) => {
    const why = unansweredText(unanswered);
    return why === '' ? [] : [`${line}: of ${requests} price requests these had no answer: ${why}`];
  });

/** How close to each other several instances began. */
const startsOf = ({ spread }: Generated, { instances = 1 }: Concluding): readonly string[] =>
  spread === undefined
    ? []
    : [`${instances} instances of k6, which began within ${Math.ceil(spread)} ms of each other`];

/** What went on within the run: how the p50 moved on every plateau, and the times without any answer. */
const within = (
  { profile: { trend: limit } }: Concluding,
  { schedule, limits }: Course,
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

/** A stall explains what else went wrong; where nothing did, it is a note. */
const withStalls = (decision: Decision, stalled: readonly string[]): Decision =>
  decision.verdict === 'PASS' || decision.verdict === 'ERROR'
    ? decision
    : { ...decision, reasons: [...stalled, ...decision.reasons] };

/** Judges what one run of k6 left. */
export const conclude = (
  order: Concluding,
  course: Course,
  generated: Generated,
  calibration: Calibration | undefined,
  heard: Pick<Heard, 'points' | 'starts' | 'notes' | 'sightings' | 'judged' | 'compared'>,
): LoadResult => {
  const { points, starts, notes, sightings, judged: inFull, compared } = heard;
  const { session, profile, prepared, machine } = order;
  const { summary, health: samples } = generated;
  const health = healthOf(duringLoad(samples, points));
  const { schedule, limits } = course;
  const rules = profile.validity;
  const judged = summary ? judgeLimits(summary, course, rules.dropped, generated.users) : [];
  const measured =
    summary && measuredIn(summary, schedule, judged, session.findings, starts, order.parts);
  const allowed = allowedOf(session);
  const stopped = stopProblems(session);
  const isWhole = stopped.length === 0;
  const facts =
    measured && isWhole
      ? validityFacts({ measured, health, machine, calibration, limits, rules, allowed })
      : [];
  const { findings } = session;
  const problems = isWhole ? generated.problems : stopped;
  session.answering.count(measured?.answered ?? 0);
  const silence = session.answering.silence();
  const { closed } = prepared;
  const { trends, stalls, trend, stalled } = within(order, course, points);
  const looked = summary ? lookedAt(summary, schedule, inFull) : [];
  const seen = { sightings, lookedAt: looked };
  const evidence = { findings, problems, facts, measured, closed, silence, trend, ...seen };
  const decision = withStalls(decide(evidence), stalled);
  const said = [
    ...(decision.reasons.some((each) => stalled.includes(each)) ? [] : stalled),
    ...trend.told,
    ...notes,
    ...startsOf(generated, order),
    ...inOurWords(generated.warnings),
    ...(generated.notes ?? []),
    ...silences(measured),
    ...(measured && measured.unlike > 0
      ? [`${measured.unlike} answers were unlike the ones that their drafts got at rest`]
      : []),
    ...comparedNotes(measured?.lines ?? {}, compared),
    ...connectionNotes(measured?.lines ?? {}),
    ...(limits.length === 0 ? [NO_LIMITS] : []),
  ];
  const cut = problems.map(({ text }) => text);
  const all = { problems: cut, silence, schedule, measured, calibration, samples, trends, stalls };
  return { ...decision, ...all, health, facts, points, notes: [...new Set(said)] };
};
