import { selectIds } from '../client/did-you-mean.ts';
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
import { isAboutPairs, pairPlan } from './pair-plan.ts';
import { rotationOfCommit, sampleOf } from './rotation.ts';

/** A bounded exam tries every dialect on one line, and on another one with the next commit. */
const lineAt =
  (rotation: number) =>
  (place: number): readonly Line[] => {
    const at = (rotation + place) % LINES.length;
    return LINES.slice(at, at + 1);
  };

/** Of a whole exam, every so many-th fault is tried a second time, on a chance service. */
const ON_CHANCE_EVERY = 25;

/** The candidates that the options ask for, in the order in which they are tried. */
export const examPlan = (options: ExamOptions): readonly Candidate[] => {
  const { fault, area, dialect, services, on, seed, quick } = options;
  checkOptions(options);
  const pairs = pairPlan(options);
  if (options.mutations) return [];
  if (isAboutPairs(options)) return pairs;
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
  const named = DIALECTS.filter(({ name }) => asked.includes(name));
  const dialects = sampleOf(named, options.sample ?? Number.POSITIVE_INFINITY, rotation);
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
          ...(quick ? { linesAt: lineAt(rotation) } : {}),
        })),
    ...chanceCandidates(options.chance ?? usualChance(options, onlyFaults), seed),
  ];
};
