import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { PROJECT } from '../client/project.ts';
import {
  type FaultOutcome,
  type FaultTrial,
  isFaultTrial,
  isWorse,
  OUTCOMES,
  outcomeOf,
} from './outcome.ts';
import type { Trial } from './trial.ts';

/** File of the recorded outcomes. */
const BASELINE_FILE = join(PROJECT, 'exam', 'baseline.json');

const count = z.int().min(0);

const baselineSchema = z.strictObject({
  /** Day of the newest outcome, UTC. */
  day: z.iso.date(),
  /** Results of all correct services together in their last exam. */
  services: z.strictObject({
    dialects: count,
    /** Runs of dialects, and of chance services. */
    dialectRuns: count,
    chanceRuns: count,
    falseFailures: count,
    notClean: count,
  }),
  faults: z.record(z.string(), z.enum(OUTCOMES)),
  /** Reason why a fault is not `exact`, in a sentence. */
  reasons: z.record(z.string(), z.string().min(20)),
});

/** Recorded outcomes of every fault and of the correct services, with a reason for each fault that is not exact. */
export type Baseline = z.output<typeof baselineSchema>;

/** Reads the baseline. Throws if the file is malformed. */
export const readBaseline = (file: string = BASELINE_FILE): Baseline =>
  baselineSchema.parse(JSON.parse(readFileSync(file, 'utf8')));

/** A fault with a worse outcome than recorded, or without any accepted one. */
export interface Regression {
  readonly id: string;
  /** Dialect of the service with the fault; default: the plain one. */
  readonly on?: string;
  readonly seed: number;
  readonly was: FaultOutcome | undefined;
  readonly is: FaultOutcome;
}

/** Tests if a fault was tried on its home service: the plain one, or the one that shows it. */
const isAtHome = ({ candidate: { on, atHome } }: FaultTrial): boolean =>
  on === undefined || atHome === true;

/** The required outcome of a fault: the recorded one, or exact; on another dialect, that it is caught by its name. */
const wantedOf = (trial: FaultTrial, was: FaultOutcome | undefined): FaultOutcome => {
  const least = was ?? 'exact';
  return !isAtHome(trial) && isWorse('partial', least) ? 'partial' : least;
};

/** Faults with a worse outcome than in the baseline; one that is not in it has to be exact. */
export const regressionsIn = (
  trials: readonly Trial[],
  { faults }: Baseline,
): readonly Regression[] =>
  trials.filter(isFaultTrial).flatMap((trial) => {
    const { id, on, seed } = trial.candidate;
    const was = faults[id];
    const is = outcomeOf(trial);
    const where = on === undefined ? {} : { on };
    return isWorse(is, wantedOf(trial, was)) ? [{ id, ...where, seed, was, is }] : [];
  });

const sorted = <T>(entries: readonly (readonly [string, T])[]): Record<string, T> =>
  Object.fromEntries([...entries].sort(([a], [b]) => (a < b ? -1 : 1)));

/** Results of an exam that update the baseline. */
export interface BaselineUpdate {
  readonly trials: readonly Trial[];
  readonly day: string;
  /** Omitted unless every dialect was tried. */
  readonly services?: Baseline['services'];
}

/**
 * A recorded reason may depend on chance: one exam cannot refute it, so its outcome does not improve until somebody
 * removes the reason.
 */
const asReasoned =
  ({ faults, reasons }: Baseline) =>
  ([id, now]: readonly [string, FaultOutcome]): readonly [string, FaultOutcome] => {
    const was = faults[id];
    const isKept = was !== undefined && id in reasons && isWorse(was, now);
    return [id, isKept ? was : now];
  };

/**
 * Writes new outcomes over the baseline, and returns it. Faults that no longer exist are dropped, and an outcome with a
 * reason does not improve by itself. The day is that of the latest exam of all faults.
 */
export const writeBaseline = (
  { trials, day, services }: BaselineUpdate,
  known: ReadonlySet<string>,
  file: string = BASELINE_FILE,
): Baseline => {
  const before = readBaseline(file);
  // The worst outcome over all seeds counts.
  const now = trials
    .filter(isFaultTrial)
    .filter(isAtHome)
    .map((each) => [each.candidate.id, outcomeOf(each)] as const)
    .toSorted(([, a], [, b]) => OUTCOMES.indexOf(b) - OUTCOMES.indexOf(a))
    .map(asReasoned(before));
  const faults = sorted(
    [...new Map<string, FaultOutcome>([...Object.entries(before.faults), ...now])].filter(([id]) =>
      known.has(id),
    ),
  );
  const reasons = sorted(
    Object.entries(before.reasons).filter(
      ([id]) => faults[id] !== undefined && faults[id] !== 'exact',
    ),
  );
  const tried = new Set(now.map(([id]) => id));
  const isWhole = [...known].every((id) => tried.has(id));
  const baseline = {
    day: isWhole ? day : before.day,
    services: services ?? before.services,
    faults,
    reasons,
  };
  writeFileSync(file, `${JSON.stringify(baseline, null, 2)}\n`);
  return baseline;
};
