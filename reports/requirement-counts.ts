import type { Scope } from '../oracles/facts.ts';
import { type CellVerdict, type Verdict, VERDICTS } from '../oracles/finding.ts';
import { graver } from '../oracles/roll-up.ts';
import { CATALOGUE } from '../spec/catalogue.ts';
import type { Line } from '../spec/line.ts';
import { operation } from '../spec/operations.ts';
import { isJudged } from '../spec/requirement.ts';

/** What became of the requirements about one line; a requirement counts once, by the gravest verdict of its cells there. */
export interface RequirementCounts extends Readonly<Record<Verdict, number>> {
  readonly line: Line;
  /** Requirements that no run judges, since they cannot be observed. */
  readonly notTestable: number;
}

const worstByRequirement = (cells: readonly CellVerdict[]): readonly CellVerdict[] =>
  [...Map.groupBy(cells, ({ requirement }) => requirement).values()].flatMap(([first, ...rest]) =>
    first ? [rest.reduce(graver, first)] : [],
  );

const notTestable = (line: Line, { requirements, operations }: Scope): number =>
  [...CATALOGUE].filter(
    ([id, each]) =>
      !isJudged(each) &&
      (requirements?.includes(id) ?? true) &&
      each.operations.some(
        (on) => operation(on).line === line && (operations?.includes(on) ?? true),
      ),
  ).length;

/** Counts the requirements of each selected line by verdict, from the verdicts of a run. */
export const countRequirements = (
  verdicts: readonly CellVerdict[],
  scope: Scope,
): readonly RequirementCounts[] =>
  scope.lines.map((line) => {
    const worst = worstByRequirement(verdicts.filter((each) => each.line === line));
    const count = (verdict: Verdict) => worst.filter((each) => each.verdict === verdict).length;
    const counts = Object.fromEntries(VERDICTS.map((verdict) => [verdict, count(verdict)]));
    return {
      ...(counts as Record<Verdict, number>),
      line,
      notTestable: notTestable(line, scope),
    };
  });
