import { LINES, type Line } from '../spec/line.ts';
import { fieldFaults } from '../spec/requirements/field-faults.ts';
import { legalValues } from '../spec/requirements/legal-values.ts';
import { ALL_FAULTS } from './invalid/all-faults.ts';
import { type FaultKind, FAULT_KINDS } from './invalid/fault.ts';
import { OBSERVATIONS } from './invalid/observations.ts';
import { LEGAL_VALUES } from './legal-values.ts';

/** A total, and the part of it that is covered. */
interface Share {
  readonly total: number;
  readonly covered: number;
}

/** Generator coverage of one line. Shared data count on each line. */
export interface LineCoverage {
  readonly line: Line;
  readonly faults: number;
  /** Faults by kind; 0 for a kind that the line cannot have. */
  readonly kinds: Readonly<Record<FaultKind, number>>;
  readonly legalValues: number;
  readonly observations: number;
}

/** Generator coverage as a whole, each item counted once. */
export interface GeneratorCoverage {
  readonly lines: readonly LineCoverage[];
  readonly faults: number;
  readonly legalValues: number;
  readonly observations: number;
  /** Requirements derived from a field's row and a kind of fault, and those that some fault breaks. */
  readonly fieldRequirements: Share;
  /** Requirements about the legal values of a field, and those that some value class tests. */
  readonly legalRequirements: Share;
}

const shareOf = (
  wanted: readonly (readonly [string, unknown])[],
  generated: readonly { readonly requirement: string }[],
): Share => {
  const covered = new Set(generated.map(({ requirement }) => requirement));
  return { total: wanted.length, covered: wanted.filter(([id]) => covered.has(id)).length };
};

const onLine = <T extends { readonly lines: readonly Line[] }>(line: Line, all: readonly T[]) =>
  all.filter(({ lines }) => lines.includes(line));

const lineCoverage = (line: Line): LineCoverage => {
  const faults = onLine(line, ALL_FAULTS);
  const kinds = FAULT_KINDS.map(
    (kind) => [kind, faults.filter((fault) => fault.kind === kind).length] as const,
  );
  return {
    line,
    faults: faults.length,
    kinds: Object.fromEntries(kinds) as Record<FaultKind, number>,
    legalValues: onLine(line, LEGAL_VALUES).length,
    observations: onLine(line, OBSERVATIONS).length,
  };
};

/** Counts faults, classes of legal values and observations, per line and in total. Static: only a run knows what was sent. */
export function coverageOf(): GeneratorCoverage {
  return {
    lines: LINES.map(lineCoverage),
    faults: ALL_FAULTS.length,
    legalValues: LEGAL_VALUES.length,
    observations: OBSERVATIONS.length,
    fieldRequirements: shareOf(fieldFaults(), ALL_FAULTS),
    legalRequirements: shareOf(legalValues(), LEGAL_VALUES),
  };
}
