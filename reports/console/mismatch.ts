import type { CellVerdict, Finding } from '../../oracles/finding.ts';

/** One way in which the answers differ from what is asked for. */
export interface Mismatch {
  readonly wanted: string;
  readonly got: string;
  readonly where?: string;
  /** Numbers of the exchanges that show it first. */
  readonly exchanges: readonly number[];
  /** How many findings say the same. */
  readonly count: number;
}

type Sighting = Pick<CellVerdict, 'wanted' | 'got' | 'where' | 'exchanges'>;

const keyOf = ({ where, wanted, got }: Sighting): string => JSON.stringify([where, wanted, got]);

const merged = ([first, ...others]: readonly [Sighting, ...Sighting[]]): Mismatch => ({
  wanted: first.wanted,
  got: first.got,
  ...(first.where === undefined ? {} : { where: first.where }),
  exchanges: first.exchanges,
  count: 1 + others.length,
});

const speaksFor = ({ requirement, operation, verdict }: CellVerdict, finding: Finding): boolean =>
  finding.requirement === requirement &&
  finding.operation === operation &&
  finding.verdict === (verdict === 'waived' ? 'fail' : verdict);

/**
 * The mismatches of a cell, each once: the verdict's own first, then the others of its findings with the same verdict
 * (of a waived cell: the fails), in the order in which they were found.
 */
export const mismatchesOf = (
  verdict: CellVerdict,
  findings: readonly Finding[],
): readonly Mismatch[] => {
  const groups = new Map<string, [Sighting, ...Sighting[]]>();
  for (const finding of findings) {
    if (!speaksFor(verdict, finding)) continue;
    const key = keyOf(finding);
    groups.set(key, [...(groups.get(key) ?? []), finding] as [Sighting, ...Sighting[]]);
  }
  const own = groups.get(keyOf(verdict)) ?? [verdict];
  groups.delete(keyOf(verdict));
  return [own, ...groups.values()].map(merged);
};
