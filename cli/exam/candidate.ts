import type { Dialect } from '../../reference/dialects/dialect.ts';
import type { Fault } from '../../reference/faults/fault.ts';
import { type Line, LINES } from '../../spec/line.ts';
import { operation, type OperationId } from '../../spec/operations.ts';

/** One service that the harness is examined on: wrong in one point, or correct in its own way. */
export type Candidate =
  | {
      readonly kind: 'fault';
      readonly id: string;
      readonly requirement: string;
      readonly what: string;
      readonly lines: readonly Line[];
      readonly seed: number;
    }
  | {
      readonly kind: 'dialect';
      readonly id: string;
      readonly lines: readonly Line[];
      readonly seed: number;
    };

/** The lines on which a fault can be seen. */
const linesOf = ({ breaks }: Fault): readonly Line[] => {
  const on = [breaks.operation].flat() as readonly OperationId[];
  return LINES.filter((line) => on.some((id) => operation(id).line === line));
};

/** Each fault once, bounded to its lines. */
export const faultCandidates = (faults: readonly Fault[], seed: number): readonly Candidate[] =>
  faults.map((fault) => ({
    kind: 'fault',
    id: fault.id,
    requirement: fault.breaks.requirement,
    what: fault.what,
    lines: linesOf(fault),
    seed,
  }));

/** Each dialect with as many seeds as asked for, on all lines. */
export const dialectCandidates = (
  dialects: readonly Dialect[],
  seeds: number,
  seed: number,
): readonly Candidate[] =>
  dialects.flatMap(({ name }) =>
    Array.from({ length: seeds }, (_, at) => ({
      kind: 'dialect' as const,
      id: name,
      lines: LINES,
      seed: seed + at,
    })),
  );
