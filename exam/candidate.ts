import type { Dialect } from '../reference/dialects.ts';
import { cellsOf } from '../reference/faults.ts';
import type { Fault } from '../reference/faults/sowing/fault.ts';
import { type Line, LINES } from '../spec/line.ts';
import { operation, type OperationId } from '../spec/operations.ts';
import { type Area, areaOf } from './chosen-faults.ts';

/** A service that is wrong in one point. */
export interface FaultCandidate {
  readonly kind: 'fault';
  readonly id: string;
  readonly area: Area;
  /** The requirement that it breaks. */
  readonly requirement: string;
  /** Where it breaks it: `requirement@line.operation`. */
  readonly cells: readonly string[];
  readonly what: string;
  readonly lines: readonly Line[];
  readonly seed: number;
  /** See the fault's own, both. */
  readonly confinedTo?: string;
  readonly refusesValues?: true;
  /** The dialect that it is sown into; left out: the plain one. */
  readonly on?: string;
  /** That dialect is its home, so that it counts as the plain one does for others. */
  readonly atHome?: true;
}

/** A service that is wrong in one point under a condition; `id` is `FAULT~CONDITION`. */
export interface PairCandidate extends Omit<FaultCandidate, 'kind'> {
  readonly kind: 'pair';
  /** Whether it is a fault of Assay that nothing was wrong in the whole run. */
  readonly mustShow: boolean;
}

/** The trial of a fault by name: `gap-lead on chance:3 with seed 2`. */
export const trialName = ({ id, on, seed }: Pick<FaultCandidate, 'id' | 'on' | 'seed'>): string =>
  `${id}${on === undefined ? '' : ` on ${on}`} with seed ${seed}`;

/** A service that is correct in its own way. */
export interface DialectCandidate {
  readonly kind: 'dialect';
  readonly id: string;
  readonly lines: readonly Line[];
  readonly seed: number;
}

/** One service that the harness is examined on. */
export type Candidate = FaultCandidate | PairCandidate | DialectCandidate;

/** The lines on which a fault can be seen. */
const linesOf = ({ breaks }: Fault): readonly Line[] => {
  const on = [breaks.operation].flat() as readonly OperationId[];
  return LINES.filter((line) => on.some((id) => operation(id).line === line));
};

/** Each fault once, bounded to its lines; `on` names the dialect that each is sown into, given its place among them. */
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

/** How often dialects are tried. */
export interface DialectSeeds {
  readonly seeds: number;
  /** The first of them. */
  readonly seed: number;
  /** Lines on which the dialect at a place is tried. Left out: all. */
  readonly linesAt?: (at: number) => readonly Line[];
}

/** Each dialect with as many seeds as asked for, on the lines that it is given; a slow one once. */
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

/** So many services whose every open decision is drawn, each from a seed of its own. */
export const chanceCandidates = (count: number, seed: number): readonly DialectCandidate[] =>
  Array.from({ length: count }, (_, at) => ({
    kind: 'dialect' as const,
    id: `chance:${seed + at}`,
    lines: LINES,
    seed: seed + at,
  }));
