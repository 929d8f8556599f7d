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

/** Where the outcomes that were reached so far are kept. */
const BASELINE_FILE = join(PROJECT, 'exam', 'baseline.json');

const count = z.int().min(0);

const baselineSchema = z.strictObject({
  /** The day on which the newest of it was seen, UTC. */
  day: z.iso.date(),
  /** What became of all correct services together when they were tried last. */
  services: z.strictObject({
    dialects: count,
    /** Runs of dialects, and of chance services. */
    dialectRuns: count,
    chanceRuns: count,
    falseFailures: count,
    notClean: count,
  }),
  faults: z.record(z.string(), z.enum(OUTCOMES)),
  /** Why a fault does not end `exact`, in a sentence. */
  reasons: z.record(z.string(), z.string().min(20)),
});

/** What became of every fault and of the correct services when they were tried last, and why where a fault was not exact. */
export type Baseline = z.output<typeof baselineSchema>;

/** Reads the baseline. Throws where the file is not what it should be. */
export const readBaseline = (file: string = BASELINE_FILE): Baseline =>
  baselineSchema.parse(JSON.parse(readFileSync(file, 'utf8')));

/** A fault that fares worse than it did, or that nobody has accounted for. */
export interface Regression {
  readonly id: string;
  /** The dialect that it was sown into; left out: the plain one. */
  readonly on?: string;
  readonly seed: number;
  readonly was: FaultOutcome | undefined;
  readonly is: FaultOutcome;
}

/** Whether a fault was sown where it belongs: into the plain service, or into the one that shows it. */
const isAtHome = ({ candidate: { on, atHome } }: FaultTrial): boolean =>
  on === undefined || atHome === true;

/** The least that is wanted of a fault: what it came to before, or exact; on another dialect that it is caught by its name. */
const wantedOf = (trial: FaultTrial, was: FaultOutcome | undefined): FaultOutcome => {
  const least = was ?? 'exact';
  return !isAtHome(trial) && isWorse('partial', least) ? 'partial' : least;
};

/** Faults that fare worse than in the baseline; one that is not in it has to end exact. */
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

/** What an exam adds to the baseline. */
export interface Examined {
  readonly trials: readonly Trial[];
  readonly day: string;
  /** Left out where not every dialect was tried. */
  readonly services?: Baseline['services'];
}

/** Chance may decide what a reason tells of: one exam without it proves nothing, and whoever knows better takes the reason out. */
const asReasoned =
  ({ faults, reasons }: Baseline) =>
  ([id, now]: readonly [string, FaultOutcome]): readonly [string, FaultOutcome] => {
    const was = faults[id];
    const isKept = was !== undefined && id in reasons && isWorse(was, now);
    return [id, isKept ? was : now];
  };

/**
 * Writes what became of what was tried over the baseline, and returns it; of faults that no longer exist nothing is kept, and
 * what has a reason gets no better by itself.
 */
export const writeBaseline = (
  { trials, day, services }: Examined,
  known: ReadonlySet<string>,
  file: string = BASELINE_FILE,
): Baseline => {
  const before = readBaseline(file);
  // Of a fault that was tried with several seeds the worst counts.
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
  const baseline = { day, services: services ?? before.services, faults, reasons };
  writeFileSync(file, `${JSON.stringify(baseline, null, 2)}\n`);
  return baseline;
};
