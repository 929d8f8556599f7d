import { CATALOGUE, type RequirementId } from '../spec/catalogue.ts';
import { matchesGlob } from '../spec/glob.ts';
import type { Line } from '../spec/line.ts';
import { operation } from '../spec/operations.ts';
import type { Waiver } from './waive.ts';

/** Days after its run that a waiver may hold at most for a certificate. */
const LONGEST_WAIVER = 90;

/** What no certificate waives. */
type Unwaivable = 'authentication' | 'ownership' | 'contracts';

const OWNERSHIP: readonly RequirementId[] = ['AUTH-04', 'AUTH-05', 'AUTH-06'];

const subjectOf = (requirement: RequirementId): Unwaivable | undefined => {
  if (OWNERSHIP.includes(requirement)) return 'ownership';
  if (requirement.startsWith('AUTH-')) return 'authentication';
  const { operations } = CATALOGUE.get(requirement) ?? { operations: [] };
  const isAboutContracts = operations.every((on) => operation(on).step.startsWith('contract-'));
  return isAboutContracts || /(^|-)CONTRACT-/.test(requirement) ? 'contracts' : undefined;
};

/** The requirements of a line that a waiver names. */
const namedOn = ({ requirement, operation: pattern }: Waiver, line: Line) =>
  [...CATALOGUE]
    .filter(
      ([id, { operations }]) =>
        matchesGlob(requirement, id) &&
        operations.some((on) => on.startsWith(`${line}.`) && matchesGlob(pattern, on)),
    )
    .map(([id]) => id);

const daysAfter = (day: string, last: string): number =>
  (Date.parse(last) - Date.parse(day)) / 86_400_000;

/** The reasons for which a waiver keeps a line from a certificate of this UTC day (YYYY-MM-DD); none if it does not. */
export const whyUnwaivable = (waiver: Waiver, line: Line, day: string): readonly string[] => {
  const named = namedOn(waiver, line);
  if (named.length === 0) return [];
  const { requirement, expires } = waiver;
  const subjects = [...new Set(named.flatMap((id) => subjectOf(id) ?? []))];
  const isLong = daysAfter(day, expires) > LONGEST_WAIVER;
  return [
    ...subjects.map(
      (subject) => `${subject}: waived by ${requirement}, which no certificate takes`,
    ),
    ...(isLong
      ? [`the waiver of ${requirement} holds until ${expires}, longer than ${LONGEST_WAIVER} days`]
      : []),
  ];
};
