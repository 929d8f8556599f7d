import type { Dialect } from '../reference/dialects.ts';
import { cellsOf } from '../reference/faults.ts';
import type { Fault } from '../reference/faults/injection/fault.ts';
import { type Line, LINES } from '../spec/line.ts';
import { operation, type OperationId } from '../spec/operations.ts';
import { type Area, areaOf } from './select-faults.ts';

/** A service with one fault. */
export interface FaultCandidate {
  readonly kind: 'fault';
  readonly id: string;
  readonly area: Area;
  /** The requirement that it breaks. */
  readonly requirement: string;
  /** The cells that it breaks: `requirement@line.operation`. */
  readonly cells: readonly string[];
  readonly what: string;
  readonly lines: readonly Line[];
  readonly seed: number;
  /** Copied from the fault, both. */
  readonly confinedTo?: string;
  readonly refusesValues?: true;
  /** Dialect of the service with the fault; default: the plain one. */
  readonly on?: string;
  /** True if that dialect is the fault's home, which counts like the plain one for others. */
  readonly atHome?: true;
}

/** A service with one conditional fault; `id` is `FAULT~CONDITION`. */
export interface PairCandidate extends Omit<FaultCandidate, 'kind'> {
  readonly kind: 'pair';
  /** True if a run in which the fault never showed is an error of Assay. */
  readonly mustShow: boolean;
  readonly policy: 'gate' | 'certify';
}

/** Name of a fault's trial: `gap-lead on chance:3 with seed 2`. */
export const trialName = ({ id, on, seed }: Pick<FaultCandidate, 'id' | 'on' | 'seed'>): string =>
  `${id}${on === undefined ? '' : ` on ${on}`} with seed ${seed}`;

/** A correct service with its own choices. */
export interface DialectCandidate {
  readonly kind: 'dialect';
  readonly id: string;
  readonly lines: readonly Line[];
  readonly seed: number;
}

/** One service on which the harness is examined. */
export type Candidate = FaultCandidate | PairCandidate | DialectCandidate;

/** The lines on which a fault is visible. */
const linesOf = ({ breaks }: Fault): readonly Line[] => {
  const on = [breaks.operation].flat() as readonly OperationId[];
  return LINES.filter((line) => on.some((id) => operation(id).line === line));
};

/** Each fault once, limited to its lines; `on` returns the dialect for each by its index. */
export const faultCandidates = (
  faults: readonly Fault[],
  seed: number,
  on?: (at: number, fault: Fault) => string | undefined,
): readonly FaultCandidate[] =>
  faults.map((fault, at) => {
    const other = on?.(at, fault);
    const dialect = other ?? fault.home;
    return {
      kind: 'fault',
      id: fault.id,
      area: areaOf(fault),
      requirement: fault.breaks.requirement,
      cells: cellsOf(fault),
      what: fault.what,
      lines: linesOf(fault),
      seed,
      ...(fault.confinedTo === undefined ? {} : { confinedTo: fault.confinedTo }),
      ...(fault.refusesValues ? { refusesValues: true } : {}),
      ...(dialect === undefined ? {} : { on: dialect }),
      ...(other === undefined && fault.home !== undefined ? { atHome: true as const } : {}),
    };
  });

/** Numbers of runs of each dialect. */
export interface DialectSeeds {
  readonly seeds: number;
  /** The first seed. */
  readonly seed: number;
  /** Lines for the dialect at an index. Default: all. */
  readonly linesAt?: (at: number) => readonly Line[];
}

/** Each dialect with the requested number of seeds, on its lines; a slow one once. */
export const dialectCandidates = (
  dialects: readonly Dialect[],
  { seeds, seed, linesAt = () => LINES }: DialectSeeds,
): readonly DialectCandidate[] =>
  dialects.flatMap((dialect, place) =>
    Array.from({ length: dialect.slow ? 1 : seeds }, (_, at) => ({
      kind: 'dialect' as const,
      id: dialect.name,
      lines: linesAt(place),
      seed: seed + at,
    })),
  );

/** Services with random decisions, each from a seed of its own, on their lines; default: all. */
export const chanceCandidates = (
  count: number,
  { seed, linesAt = () => LINES }: Omit<DialectSeeds, 'seeds'>,
): readonly DialectCandidate[] =>
  Array.from({ length: count }, (_, at) => ({
    kind: 'dialect' as const,
    id: `chance:${seed + at}`,
    lines: linesAt(at),
    seed: seed + at,
  }));
