import { coverageOf } from '../../generators/coverage.ts';
import { ALL_FAULTS } from '../../generators/invalid/all-faults.ts';
import { LEGAL_VALUES } from '../../generators/legal-values.ts';
import { CATALOGUE, needs, requirementOf, type RequirementId } from '../../spec/catalogue.ts';
import { type Line, LINE_TITLES } from '../../spec/line.ts';
import { operation } from '../../spec/operations.ts';
import { isJudged } from '../../spec/requirement.ts';

const TITLES = ['faults', 'value classes', 'observations'];

/** Counts the values of requirements that this version judges, since only those are sent. */
const countSent = (all: readonly { readonly requirement: RequirementId }[]): string => {
  const sent = all.filter(({ requirement }) => isJudged(requirementOf(requirement)));
  return `${sent.length} of ${all.length}`;
};

const kindLines = (kinds: Readonly<Record<string, number>>): string[] =>
  Object.entries(kinds).flatMap(([kind, count]) =>
    count > 0 ? [`  ${kind.padEnd(24)}${String(count).padStart(4)}`] : [],
  );

/** Operations that a second identity must be refused, if the target says so (D10). */
const countOtherCalls = (line: Line): number =>
  [...CATALOGUE]
    .filter(([id]) => needs(id, 'other-may-not-read') || needs(id, 'other-may-not-change'))
    .flatMap(([, { operations }]) => operations)
    .filter((on) => operation(on).line === line).length;

/**
 * Coverage of the generated data for these lines, and the share of it that is sent. Shared data counts on each line.
 */
export const renderCoverage = (lines: readonly Line[]): string => {
  const rows = coverageOf()
    .lines.filter(({ line }) => lines.includes(line))
    .flatMap(({ line, faults, legalValues, observations, kinds }) => {
      const counts = [faults, legalValues, observations].map(
        (count, at) => `${count} ${TITLES[at]}`,
      );
      const others = `${countOtherCalls(line)} calls of another identity`;
      return [`${LINE_TITLES[line]}: ${[...counts, others].join(', ')}`, ...kindLines(kinds), ''];
    });
  const sum = `coverage: ${countSent(ALL_FAULTS)} faults, ${countSent(LEGAL_VALUES)} value classes`;
  return [...rows, sum].join('\n');
};
