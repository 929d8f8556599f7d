import { selectIds } from '../client/select-ids.ts';
import type { Dialect } from '../reference/dialects/dialect.ts';
import { DIALECTS } from '../reference/dialects.ts';
import { type Line, LINES } from '../spec/line.ts';
import {
  type Candidate,
  chanceCandidates,
  dialectCandidates,
  faultCandidates,
} from './candidate.ts';
import { chanceThatShows, selectFaults, shownOn } from './chosen-faults.ts';
import { checkOptions, type ExamOptions } from './exam-options.ts';
import { isWhole, QUICK, seedsOf, usualChance } from './exam-size.ts';
import { rotationOfCommit, sampleOf } from './rotation.ts';

/** Two lines that cost about as much as the other two. */
const HALVES: readonly (readonly Line[])[] = [
  ['jobloss', 'landlord'],
  ['travel', 'gap'],
];

/** A bounded exam tries every dialect on two lines, on the others with the next commit, and a slow one on one. */
const linesWith =
  (rotation: number) =>
  ({ slow }: Dialect, place: number): readonly Line[] => {
    if (slow) return LINES.slice(rotation % LINES.length).slice(0, 1);
    return HALVES[(rotation + place) % HALVES.length] ?? LINES;
  };

/** Of a whole exam, every so many-th fault is tried a second time, on a chance service. */
const ON_CHANCE_EVERY = 25;

/** The candidates that the options ask for, in the order in which they are tried. */
export const examPlan = (options: ExamOptions): readonly Candidate[] => {
  const { fault, area, dialect, services, on, seed, quick } = options;
  checkOptions(options);
  if (options.mutations) return [];
  const rotation = options.rotation ?? (quick ? rotationOfCommit() : 0);
  const sample = options.sample ?? (quick ? QUICK.sample : Number.POSITIVE_INFINITY);
  // Who asks for faults alone does not want the dialects, and the other way round.
  const onlyFaults = (fault !== undefined || area !== undefined) && dialect === undefined;
  const onlyServices =
    services ?? (dialect !== undefined && fault === undefined && area === undefined);
  const selected = onlyServices ? [] : shownOn(on, selectFaults(options));
  const faults = sampleOf(selected, sample, rotation);
  const names = DIALECTS.map(({ name }) => name);
  const asked = selectIds(dialect ?? ['*'], names, 'dialect', 'assay serve --list-dialects');
  const dialects = DIALECTS.filter(({ name }) => asked.includes(name));
  const again = isWhole(options)
    ? faultCandidates(sampleOf(faults, faults.length / ON_CHANCE_EVERY, seed), seed, (at, fault) =>
        chanceThatShows(fault, seed + at),
      )
    : [];
  return [
    ...Array.from({ length: options.faultSeeds }, (_, at) =>
      faultCandidates(faults, seed + at, () => on),
    ).flat(),
    ...again,
    ...(onlyFaults
      ? []
      : dialectCandidates(dialects, {
          seeds: seedsOf(options),
          seed,
          ...(quick ? { linesAt: linesWith(rotation) } : {}),
        })),
    ...chanceCandidates(options.chance ?? usualChance(options, onlyFaults), seed),
  ];
};
