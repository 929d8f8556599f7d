import type { CellVerdict, Verdict } from '../oracles/finding.ts';

/** Requirements with a cell of this verdict, each once. */
export const requirementsWith = (
  verdicts: readonly CellVerdict[],
  wanted: Verdict,
): readonly string[] => [
  ...new Set(verdicts.filter(({ verdict }) => verdict === wanted).map((each) => each.requirement)),
];
