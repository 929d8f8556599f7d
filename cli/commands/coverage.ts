import { coverageOf } from '../../generators/coverage.ts';
import { ALL_FAULTS } from '../../generators/invalid/all-faults.ts';
import { LEGAL_VALUES } from '../../generators/legal-values.ts';
import { CATALOGUE, needs, requirementOf, type RequirementId } from '../../spec/catalogue.ts';
import { type Line, LINE_TITLES } from '../../spec/line.ts';
import { operation } from '../../spec/operations.ts';
import { isJudged } from '../../spec/requirement.ts';

const TITLES = ['faults', 'value classes', 'observations'];

/** Sent is what belongs to a requirement that a suite of this version judges. */
const sentOf = (all: readonly { readonly requirement: RequirementId }[]): string => {
  const sent = all.filter(({ requirement }) => isJudged(requirementOf(requirement)));
  return `${sent.length} of ${all.length}`;
};

const kindLines = (kinds: Readonly<Record<string, number>>): string[] =>
  Object.entries(kinds).flatMap(([kind, count]) =>
    count > 0 ? [`  ${kind.padEnd(24)}${String(count).padStart(4)}`] : [],
  );

/** Operations that a second identity is to be kept from, as far as the target says so (D10). */
const callsOfOthers = (line: Line): number =>
  [...CATALOGUE]
    .filter(([id]) => needs(id, 'other-may-not-read') || needs(id, 'other-may-not-change'))
    .flatMap(([, { operations }]) => operations)
    .filter((on) => operation(on).line === line).length;

/** What is generated for these lines, and at the end how much of everything is sent. What lines share counts on each. */
export const renderCoverage = (lines: readonly Line[]): string => {
  const rows = coverageOf()
    .lines.filter(({ line }) => lines.includes(line))
    .flatMap(({ line, faults, legalValues, observations, kinds }) => {
      const counts = [faults, legalValues, observations].map(
        (count, at) => `${count} ${TITLES[at]}`,
      );
      const others = `${callsOfOthers(line)} calls of another identity`;
      return [`${LINE_TITLES[line]}: ${[...counts, others].join(', ')}`, ...kindLines(kinds), ''];
    });
  const sum = `coverage: ${sentOf(ALL_FAULTS)} faults, ${sentOf(LEGAL_VALUES)} value classes`;
  return [...rows, sum].join('\n');
};
