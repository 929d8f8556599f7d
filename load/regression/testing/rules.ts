import { median } from 'simple-statistics';
import { NIGHTS_REQUIRED, isConfirmed, isSlowOverall, judgeNight, NEWEST } from '../judge-night.ts';
import {
  REQUESTS,
  type SimulatedNight,
  type SimulatedRun,
  accumulatedDrift,
  simulatedNights,
  type World,
} from './simulated-world.ts';

/** A rule that returns, night after night, the series that have become worse; a continuing alarm is reported once. */
export type Rule = (night: SimulatedNight) => readonly number[];

/** Runs of a confirming block. */
const CONFIRMING = 3;

interface Suspicion {
  readonly series: number;
  readonly measure: number;
  readonly limit: number;
}

/** The values of a series on the nights that count, newest last, and the measures with an open alarm. */
interface Kept {
  readonly nights: SimulatedRun[];
  /** Including nights with an alarm. */
  readonly all: SimulatedRun[];
  readonly open: Set<number>;
}

const suspicionsIn = (kept: Kept, run: SimulatedRun, series: number): readonly Suspicion[] =>
  run.flatMap((value, measure) => {
    const before = kept.nights.slice(-NIGHTS_REQUIRED).map((each) => each[measure] ?? 0);
    const isErrors = measure === 3;
    const judged = judgeNight({
      value,
      before,
      ...(isErrors ? { requests: REQUESTS } : {}),
      anchor: {
        values: kept.nights.slice(0, NIGHTS_REQUIRED).map((each) => each[measure] ?? 0),
        age: Math.max(0, kept.all.length - NIGHTS_REQUIRED),
      },
      newest: kept.all.slice(1 - NEWEST).map((each) => each[measure] ?? 0),
    });
    if (judged.state !== 'suspicious') kept.open.delete(measure);
    return judged.state === 'suspicious' ? [{ series, measure, limit: judged.limit }] : [];
  });

/** The suspicions that a block of runs an hour later confirms. */
const block = (
  night: SimulatedNight,
  hour: number,
  suspicions: readonly Suspicion[],
): readonly Suspicion[] => {
  const runs = new Map<number, readonly SimulatedRun[]>();
  return suspicions.filter(({ series, measure, limit }) => {
    const measured =
      runs.get(series) ?? Array.from({ length: CONFIRMING }, () => night.run(series, hour));
    runs.set(series, measured);
    return isConfirmed(
      measured.map((run) => run[measure] ?? 0),
      limit,
    );
  });
};

/** CPU of other processes beside which a run is INVALID: the profile's own limit for nights. */
const MOST_OTHERS = 0.2;

/** The rule of `assay nightly`: limits of 14 nights, confirmed an hour later, and once more if most series are slow. */
export const confirmedRule = (count: number, mostOthers = MOST_OTHERS): Rule => {
  const all = Array.from({ length: count }, (): Kept => ({ nights: [], all: [], open: new Set() }));
  return (night) => {
    const isDisturbed = (hour: number): boolean => night.others(hour) > mostOthers;
    if (isDisturbed(0)) return [];
    const runs = all.map((_, series) => night.run(series, 0));
    const suspicions = all.flatMap((kept, series) =>
      suspicionsIn(kept, runs[series] as SimulatedRun, series),
    );
    const fresh = suspicions.filter(({ series, measure }) => !all[series]?.open.has(measure));
    const isWhole = isSlowOverall(new Set(fresh.map(({ series }) => series)).size, count);
    // Disturbed runs are INVALID, and confirm nothing.
    const later = (hour: number, suspected: readonly Suspicion[]): readonly Suspicion[] =>
      isDisturbed(hour) ? [] : block(night, hour, suspected);
    const second = later(1, fresh);
    const confirmed = isWhole ? later(2, second) : second;
    const alarmed = new Set(confirmed.map(({ series }) => series));
    for (const { series, measure } of confirmed) all[series]?.open.add(measure);
    for (const [series, kept] of all.entries()) {
      kept.all.push(runs[series] as SimulatedRun);
      if (kept.open.size === 0) kept.nights.push(runs[series] as SimulatedRun);
    }
    return [...alarmed];
  };
};

/**
 * A rule for comparison: worse than the median of the nights before by a fixed ratio, regardless of variation; no
 * confirmation.
 */
export const ratioRule = (count: number, nights: number, ratio: number): Rule => {
  const all = Array.from({ length: count }, (): SimulatedRun[] => []);
  return (night) =>
    all.flatMap((before, series) => {
      const run = night.run(series, 0);
      const last = before.slice(-nights);
      const isWorse =
        last.length >= nights &&
        [0, 1, 2].some(
          (measure) => (run[measure] ?? 0) > ratio * median(last.map((each) => each[measure] ?? 0)),
        );
      before.push(run);
      return isWorse ? [series] : [];
    });
};

/** Nights before counting starts: a rule has to learn first. */
const LEARNING = 20;
/** Nights within which a change has to be detected. */
const WITHIN = 7;

/** Number of nights with a false alarm, and of all nights. */
export interface FalseAlarms {
  readonly nights: number;
  readonly alarmed: number;
}

/** Counts the nights of a world without any change on which a rule raises an alarm. */
export const falseAlarms = (world: World, rule: Rule, nights: number): FalseAlarms => {
  let alarmed = 0;
  let index = 0;
  for (const night of simulatedNights(world)) {
    if (index >= LEARNING + nights) break;
    const found = rule(night);
    if (index >= LEARNING && found.length > 0) alarmed += 1;
    index += 1;
  }
  return { nights, alarmed };
};

/** Tests if a rule detects a change of the first `changed` series on one of them within 7 nights. */
export const isDetected = (
  world: Omit<World, 'change'>,
  rule: Rule,
  by: number,
  changed: number,
): boolean => {
  // The change may come on any day of the week.
  const first = LEARNING + (world.seed % 7);
  const nights = simulatedNights({ ...world, change: { night: first, by, series: changed } });
  for (let index = 0; index < first + WITHIN; index += 1) {
    const next = nights.next();
    if (next.done === true) break;
    const found = rule(next.value);
    if (index >= first && found.some((series) => series < changed)) return true;
  }
  return false;
};

/** Accumulated slowdown of a drifting service at a rule's first alarm; Infinity if there was none. */
export const driftAtDetection = (
  world: Omit<World, 'change' | 'creep'>,
  rule: Rule,
  by: number,
  most: number,
): number => {
  const first = LEARNING + (world.seed % 7);
  const creeping = { ...world, creep: { night: first, by } };
  const nights = simulatedNights(creeping);
  for (let index = 0; ; index += 1) {
    const slower = accumulatedDrift(creeping, index) - 1;
    const next = nights.next();
    if (next.done === true || slower > most) return Infinity;
    if (rule(next.value).length > 0 && index >= first) return slower;
  }
};
