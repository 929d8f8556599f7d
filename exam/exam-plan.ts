import {
  QUICK,
  isWhole,
  seedsOf,
  defaultChance,
  checkOptions,
  type ExamOptions,
  rotationOfTree,
  rotatingSample,
  samplesOf,
} from './exam-options.ts';
import { selectIds } from '../client/did-you-mean.ts';
import { DIALECTS, dialectOf } from '../reference/dialects.ts';
import { type Line, LINES } from '../spec/line.ts';
import {
  type Candidate,
  chanceCandidates,
  dialectCandidates,
  faultCandidates,
} from './candidate.ts';
import { chanceServiceFor, selectFaults, faultsShownOn } from './select-faults.ts';
import { isPairExam, pairPlan } from './pair-plan.ts';
import type { Choices } from '../reference/choices.ts';
import type { FaultGroup } from './fault-group.ts';

/** A quick exam tries every dialect on one line, and on another one with the next commit. */
const lineAt =
  (rotation: number) =>
  (place: number): readonly Line[] => {
    const at = (rotation + place) % LINES.length;
    return LINES.slice(at, at + 1);
  };

/** In a whole exam, one in this many faults is tried a second time on a random service. */
const ON_CHANCE_EVERY = 25;

/** The requested candidates, in the order in which they are tried. */
export const examPlan = (options: ExamOptions): readonly Candidate[] => {
  const { fault, area, dialect, services, on, seed, quick } = options;
  checkOptions(options);
  const pairs = pairPlan(options);
  if (options.mutations) return [];
  if (isPairExam(options)) return pairs;
  const rotation = options.rotation ?? (quick ? rotationOfTree() : 0);
  const sample = options.sample ?? (quick ? QUICK.sample : Number.POSITIVE_INFINITY);
  // An exam of selected faults does not include the dialects, and the other way round.
  const onlyFaults = (fault !== undefined || area !== undefined) && dialect === undefined;
  const onlyServices =
    services ?? (dialect !== undefined && fault === undefined && area === undefined);
  const selected = onlyServices ? [] : faultsShownOn(on, selectFaults(options));
  const faults = rotatingSample(selected, sample, rotation);
  const names = DIALECTS.map(({ name }) => name);
  const asked = selectIds(dialect ?? ['*'], names, 'dialect', 'assay serve --list-dialects');
  const named = DIALECTS.filter(({ name }) => asked.includes(name));
  const dialects = rotatingSample(named, options.sample ?? Number.POSITIVE_INFINITY, rotation);
  const again = isWhole(options)
    ? faultCandidates(
        rotatingSample(faults, faults.length / ON_CHANCE_EVERY, seed),
        seed,
        (at, fault) => chanceServiceFor(fault, seed + at),
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
          // A dialect comes again after so many samples, on its next line.
          ...(quick
            ? { linesAt: lineAt(Math.floor(rotation / samplesOf(named.length, options.sample))) }
            : {}),
        })),
    ...chanceCandidates(options.chance ?? defaultChance(options, onlyFaults), {
      seed,
      ...(quick ? { linesAt: lineAt(rotation) } : {}),
    }),
  ];
};

/** Assumed back-off in milliseconds of a service that answers 429 or 503, for ordering only. */
const BACK_OFF = 100;

const waitingTimeOf = ({ transport, readsLag }: Choices): number => {
  const { delay, busyEvery, unavailableEvery } = transport;
  const asks = [busyEvery, unavailableEvery].filter((every) => every > 0);
  return Math.max(...delay) + readsLag + BACK_OFF * asks.length;
};

/** Relative time that a run waits for the service; 0 if it keeps a core busy. */
const waitingTime = (part: Candidate | FaultGroup): number => {
  const { id, ...service } = part.kind === 'group' ? part.members[0] : part;
  const dialect = service.kind === 'dialect' ? id : service.on;
  return dialect === undefined ? 0 : waitingTimeOf(dialectOf(dialect).choices);
};

/** Moves the parts that mostly wait to the end, the longest last; the others keep their order. */
export const longestWaitsLast = (
  parts: readonly (Candidate | FaultGroup)[],
): (Candidate | FaultGroup)[] => {
  const rank = new Map(parts.map((part) => [part, waitingTime(part)]));
  return parts.toSorted((a, b) => (rank.get(a) ?? 0) - (rank.get(b) ?? 0));
};
