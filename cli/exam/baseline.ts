import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { PROJECT } from '../project.ts';
import { type FaultOutcome, isFaultSitting, isWorse, OUTCOMES, outcomeOf } from './outcome.ts';
import type { Sitting } from './sitting.ts';

/** Where the outcomes that were reached so far are kept. */
const BASELINE_FILE = join(PROJECT, 'cli', 'exam', 'baseline.json');

const baselineSchema = z.strictObject({
  faults: z.record(z.string(), z.enum(OUTCOMES)),
  /** Why a fault does not end `exact`, in a sentence. */
  reasons: z.record(z.string(), z.string().min(20)),
});

/** What became of every fault when the whole exam was sat last, and why where it was not exact. */
export type Baseline = z.output<typeof baselineSchema>;

/** Reads the baseline. Throws where the file is not what it should be. */
export const readBaseline = (file: string = BASELINE_FILE): Baseline =>
  baselineSchema.parse(JSON.parse(readFileSync(file, 'utf8')));

/** A fault that fares worse than it did, or that nobody has accounted for. */
export interface Regression {
  readonly id: string;
  readonly was: FaultOutcome | undefined;
  readonly is: FaultOutcome;
}

const plainFaults = (sittings: readonly Sitting[]) =>
  sittings.filter(isFaultSitting).filter(({ candidate }) => candidate.on === undefined);

/** Faults that fare worse than in the baseline; one that is not in it has to end exact. */
export const regressionsIn = (
  sittings: readonly Sitting[],
  { faults }: Baseline,
): readonly Regression[] =>
  plainFaults(sittings).flatMap((sitting) => {
    const { id } = sitting.candidate;
    const was = faults[id];
    const is = outcomeOf(sitting);
    return isWorse(is, was ?? 'exact') ? [{ id, was, is }] : [];
  });

const sorted = <T>(entries: readonly (readonly [string, T])[]): Record<string, T> =>
  Object.fromEntries([...entries].sort(([a], [b]) => (a < b ? -1 : 1)));

/** Writes what became of these faults over the baseline; of faults that no longer exist nothing is kept. */
export const writeBaseline = (
  sittings: readonly Sitting[],
  known: ReadonlySet<string>,
  file: string = BASELINE_FILE,
): void => {
  const before = readBaseline(file);
  const now = plainFaults(sittings).map((each) => [each.candidate.id, outcomeOf(each)] as const);
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
  writeFileSync(file, `${JSON.stringify({ faults, reasons }, null, 2)}\n`);
};
