import { spawnSync } from 'node:child_process';
import { chance } from '../../reference/dialects/chance.ts';
import type { Dialect } from '../../reference/dialects/dialect.ts';
import { DIALECTS, dialectOf } from '../../reference/dialects.ts';
import type { Fault } from '../../reference/faults/fault.ts';
import { FAULTS } from '../../reference/faults.ts';
import { type Line, LINES } from '../../spec/line.ts';
import { PROJECT } from '../project.ts';
import { checkDialect } from '../embedded-choice.ts';
import { selectIds } from '../selection.ts';
import { UsageError } from '../usage-error.ts';
import { AREAS, areaOf } from './area.ts';
import { WHOLE_EXAM } from './whole-exam.ts';
import {
  type Candidate,
  chanceCandidates,
  dialectCandidates,
  faultCandidates,
} from './candidate.ts';

/** Options of `assay exam`. */
export interface ExamOptions {
  readonly fault?: string;
  readonly area?: string;
  readonly dialect?: string;
  /** The dialect that the faults are sown into; left out: the plain one. */
  readonly on?: string;
  readonly seeds: number;
  /** Runs of each fault, each with a seed of its own. */
  readonly faultSeeds: number;
  readonly seed: number;
  /** Chance services; left out: as many as belong to what is asked for. */
  readonly chance?: number;
  readonly quick?: true;
  readonly certify?: true;
  /** Only recorded answers that are changed and judged offline. */
  readonly mutations?: true;
  readonly writeBaseline?: true;
  /** Faults at most, and which of the samples of this size. */
  readonly sample?: number;
  readonly rotation?: number;
}

/** What a bounded exam sits: enough to notice a harness that went blind, little enough for every change. */
const QUICK = { sample: 24, seeds: 1, chance: 2 } as const;
/** Of a whole exam, every so many-th fault is sat a second time, on a chance service. */
const ON_CHANCE_EVERY = 15;

/** A number that changes with every commit, so that bounded exams one after the other see every fault. */
const rotationOfCommit = (): number => {
  const { stdout } = spawnSync('git', ['rev-parse', '--short=6', 'HEAD'], { cwd: PROJECT });
  return Number.parseInt(stdout?.toString() ?? '', 16) || 1;
};

/** Whether nothing is left out: every fault, every dialect. */
const isWhole = ({ fault, area, dialect, on, quick, sample, mutations }: ExamOptions): boolean =>
  [fault, area, dialect, on, quick, sample, mutations].every((each) => each === undefined);

/** Whether changed answers are judged, too: in every exam that is not about chosen services. */
export const withMutations = ({ fault, area, dialect, on, mutations }: ExamOptions): boolean =>
  mutations ?? [fault, area, dialect, on].every((each) => each === undefined);

const isInAreas = (fault: Fault, areas: readonly string[]): boolean =>
  areas.some(
    (area) => area === areaOf(fault) || fault.breaks.requirement.startsWith(area.toUpperCase()),
  );

const selectFaults = ({ fault, area }: ExamOptions): readonly Fault[] => {
  const areas = area?.split(',').map((each) => each.trim());
  const unknown = areas?.find((each) => !FAULTS.some((one) => isInAreas(one, [each])));
  if (unknown !== undefined) {
    throw new UsageError(
      `no fault is in the area "${unknown}"; areas: ${AREAS.join(', ')}, or the beginning of a requirement's id such as AUTH`,
    );
  }
  const ids = new Set(
    selectIds(
      [fault ?? '*'],
      FAULTS.map(({ id }) => id),
      'fault',
      'assay serve --list-faults',
    ),
  );
  return FAULTS.filter(
    (each) => ids.has(each.id) && (areas === undefined || isInAreas(each, areas)),
  );
};

const sampleOf = (faults: readonly Fault[], size: number, rotation: number): readonly Fault[] => {
  if (size >= faults.length) return faults;
  const step = Math.ceil(faults.length / size);
  return faults.filter((_, at) => at % step === rotation % step);
};

/** Two lines that cost about as much as the other two. */
const HALVES: readonly (readonly Line[])[] = [
  ['jobloss', 'landlord'],
  ['travel', 'gap'],
];

/** A bounded exam sits every dialect on two lines, on the others with the next commit, and a slow one on one. */
const linesWith =
  (rotation: number) =>
  ({ slow }: Dialect, place: number): readonly Line[] => {
    if (slow) return LINES.slice(rotation % LINES.length).slice(0, 1);
    return HALVES[(rotation + place) % HALVES.length] ?? LINES;
  };

const isShownBy = ({ shownBy = () => true }: Fault, { choices }: Dialect): boolean =>
  shownBy(choices);

/** The faults that a dialect shows; says how many it does not. Throws UsageError where it shows none of them. */
const shownOn = (on: string, faults: readonly Fault[]): readonly Fault[] => {
  checkDialect(on, '--on');
  const dialect = dialectOf(on);
  const shown = faults.filter((each) => isShownBy(each, dialect));
  const hidden = faults.length - shown.length;
  const said = `${hidden} of ${faults.length} faults are not seen on ${on}, which does not show what they break, or not at this hour`;
  if (shown.length === 0 && hidden > 0)
    throw new UsageError(`${said}; sow them into another one (--on)`);
  if (hidden > 0) process.stdout.write(`${said}: they are left out\n`);
  return shown;
};

/** Chance services among which one that shows a fault has to be. */
const TRIED = 1000;

/** The name of the first chance service, from a seed on, that shows a fault at all. */
const chanceThatShows = (fault: Fault, from: number): string => {
  for (let seed = from; seed < from + TRIED; seed += 1) {
    const service = chance(seed);
    if (isShownBy(fault, service)) return service.name;
  }
  throw new Error(`none of ${TRIED} chance services shows the fault ${fault.id}`);
};

/** The candidates that the options ask for, in the order in which they are sat. */
export const paperOf = (options: ExamOptions): readonly Candidate[] => {
  const { fault, area, dialect, on, seed, quick } = options;
  if (options.mutations) return [];
  const rotation = options.rotation ?? (quick ? rotationOfCommit() : 0);
  const sample = options.sample ?? (quick ? QUICK.sample : Number.POSITIVE_INFINITY);
  const seeds = quick ? QUICK.seeds : options.seeds;
  // Who asks for faults alone does not want the dialects, and the other way round.
  const onlyFaults = (fault !== undefined || area !== undefined) && dialect === undefined;
  const onlyServices = dialect !== undefined && fault === undefined && area === undefined;
  const usual = quick ? QUICK.chance : dialect === undefined && !onlyFaults ? WHOLE_EXAM.chance : 0;
  const selected = onlyServices ? [] : shownOn(on ?? 'plain', selectFaults(options));
  const faults = sampleOf(selected, sample, rotation);
  const names = DIALECTS.map(({ name }) => name);
  const asked = selectIds([dialect ?? '*'], names, 'dialect', 'assay serve --list-dialects');
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
          seeds,
          seed,
          ...(quick ? { linesAt: linesWith(rotation) } : {}),
        })),
    ...chanceCandidates(options.chance ?? usual, seed),
  ];
};
