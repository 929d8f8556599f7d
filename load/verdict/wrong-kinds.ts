import type { Finding } from '../../oracles/finding.ts';

/** Wrong answers of one kind: one requirement, on one operation. */
export interface WrongKind {
  readonly requirement: string;
  readonly operation: string;
  /** How many were told of; there may be more. */
  readonly count: number;
  readonly wanted: string;
  readonly got: string;
  /** Steps of the profile in which it was seen, ascending; 0: before, in the warm-up or on a journey. */
  readonly steps: readonly number[];
  /** Numbers of the first exchanges that show it. */
  readonly exchanges: readonly number[];
}

const KEPT = 5;

type LoadFinding = Finding & { readonly step: number };

/** The wrong answers by kind, the most frequent first. */
export const wrongKinds = (findings: readonly LoadFinding[]): readonly WrongKind[] => {
  const kinds = new Map<string, LoadFinding[]>();
  for (const finding of findings) {
    if (finding.verdict !== 'fail') continue;
    const key = `${finding.requirement}@${finding.operation}`;
    kinds.set(key, [...(kinds.get(key) ?? []), finding]);
  }
  return [...kinds.values()]
    .flatMap(([first, ...rest]) => {
      if (!first) return [];
      const all = [first, ...rest];
      const exchanges = [...new Set(all.flatMap((each) => each.exchanges))];
      return {
        requirement: first.requirement,
        operation: first.operation,
        count: exchanges.length,
        wanted: first.wanted,
        got: first.got,
        steps: [...new Set(all.map(({ step }) => step))].sort((a, b) => a - b),
        exchanges: exchanges.slice(0, KEPT),
      };
    })
    .toSorted((a, b) => b.count - a.count);
};

const sentence = (what: string, { operation, count, wanted, got, steps }: WrongKind): string => {
  const first = steps.find((step) => step > 0);
  const where = first === undefined ? '' : `, first in step ${first}`;
  return `${what} on ${operation}: wanted ${wanted}, got ${got} (${count} times or more${where})`;
};

/** A kind in one sentence. */
export const wrongText = (kind: WrongKind): string => sentence(kind.requirement, kind);

/** The kinds in a sentence each; those that the same answers show alike, such as every amount in one wrong currency, share one. */
export const wrongTexts = (kinds: readonly WrongKind[]): readonly string[] => {
  const alike = Map.groupBy(kinds, ({ operation, wanted, got, exchanges }) =>
    JSON.stringify([operation, wanted, got, exchanges]),
  );
  return [...alike.values()].flatMap(([first, ...others]) => {
    if (!first) return [];
    const more = others.length === 0 ? '' : ` and ${others.length} more like it`;
    return [sentence(`${first.requirement}${more}`, first)];
  });
};
