import { CATALOGUE, requirementOf, type RequirementId } from '../spec/catalogue.ts';
import type { Requirement } from '../spec/requirement.ts';
import { matchesGlob } from '../spec/glob.ts';
import { type OperationId, operation } from '../spec/operations.ts';
import type { CellVerdict, WaivedBy } from './finding.ts';
import type { Scope } from './facts.ts';
import { cellId } from './ledger.ts';
import type { Line } from '../spec/line.ts';

/** A fail that a named owner accepts until a given day. */
export interface Waiver extends WaivedBy {
  /** Requirements: an id, or a pattern with `*` and `?`; it may match none in the catalogue. */
  readonly requirement: string;
  /** Operations of the requirement: an id, or a pattern with `*` and `?`. */
  readonly operation: string;
}

/**
 * Outcome of a waiver. `used`: a named cell failed. `open`: this run did not judge all named cells. The others are stale:
 * `unused` (all named cells were judged, and none failed), `expired`, or a name that does not exist.
 */
export const WAIVER_STATES = [
  'used',
  'open',
  'unused',
  'expired',
  'unknown-requirement',
  'unknown-operation',
] as const;

/** One of the states. */
type WaiverState = (typeof WAIVER_STATES)[number];

/** A waiver and its outcome in one run. */
export interface WaiverOutcome {
  readonly waiver: Waiver;
  readonly state: WaiverState;
}

/** True if a waiver has expired on this UTC day (YYYY-MM-DD); its last day is still covered. */
export const isExpired = ({ expires }: Waiver, today: string): boolean => today > expires;

/** Days before its expiry in which a waiver causes a warning. */
const WARNING_DAYS = 14;

/** Days until a waiver expires, if soon after this UTC day; undefined if it is far off, or past. */
export const daysLeft = (waiver: Waiver, today: string): number | undefined => {
  const days = (Date.parse(waiver.expires) - Date.parse(today)) / 86_400_000;
  return days >= 0 && days <= WARNING_DAYS ? days : undefined;
};

/** True if a state requires an edit of the waivers: exit code 5. */
export const isStale = (state: WaiverState): boolean => state !== 'used' && state !== 'open';

const names = (waiver: Waiver, cell: Pick<CellVerdict, 'requirement' | 'operation'>): boolean =>
  matchesGlob(waiver.requirement, cell.requirement) &&
  matchesGlob(waiver.operation, cell.operation);

/** The verdict, waived if it is a fail that a waiver in force names. No other verdict is ever waived. */
export const waiveVerdict = (
  verdict: CellVerdict,
  waivers: readonly Waiver[],
  today: string,
): CellVerdict => {
  if (verdict.verdict !== 'fail') return verdict;
  const waiver = waivers.find((each) => !isExpired(each, today) && names(each, verdict));
  if (!waiver) return verdict;
  const { reason, owner, expires, release } = waiver;
  // The recorded waivers have more keys, such as their state.
  const by = { reason, owner, expires, ...(release !== undefined && { release }) };
  return { ...verdict, verdict: 'waived', waiver: by };
};

/** True if this run's ledger includes this operation, by its selection. */
const isSelected = (requirement: string, on: OperationId, scope: Scope): boolean =>
  (scope.requirements?.some((each) => each === requirement) ?? true) &&
  (scope.operations?.includes(on) ?? true) &&
  (scope.cells?.some((each) => each === `${requirement}@${on}`) ?? true) &&
  scope.lines.some((line) => on.startsWith(`${line}.`));

const SETTLED = new Set<CellVerdict['verdict']>(['pass', 'observed', 'not-applicable']);

interface Named {
  readonly requirement: RequirementId;
  readonly on: OperationId;
}

const requirementsOf = ({ requirement }: Waiver) =>
  [...CATALOGUE].filter(([id]) => matchesGlob(requirement, id));

/** Cells that a waiver names. A pattern matches only cells that can be judged, an id any cell. */
const namedBy = (waiver: Waiver): readonly Named[] => {
  const matching = requirementsOf(waiver);
  const observable = matching.filter(([, { notObservable }]) => notObservable === undefined);
  return (observable.length > 0 ? observable : matching).flatMap(([requirement, { operations }]) =>
    operations.filter((on) => matchesGlob(waiver.operation, on)).map((on) => ({ requirement, on })),
  );
};

/** True if a waiver applies to a run of this scope: it names a cell of it, or something that does not exist. */
export const appliesTo = (waiver: Waiver, { requirements }: Scope): boolean => {
  const named = namedBy(waiver);
  return (
    named.length === 0 ||
    named.some(({ requirement }) => requirements?.includes(requirement) ?? true)
  );
};

const stateOf = (
  waiver: Waiver,
  verdicts: ReadonlyMap<string, CellVerdict>,
  scope: Scope,
  today: string,
): WaiverState => {
  if (requirementsOf(waiver).length === 0) return 'unknown-requirement';
  const named = namedBy(waiver);
  if (named.length === 0) return 'unknown-operation';
  if (isExpired(waiver, today)) return 'expired';
  const cells = named.flatMap(({ requirement, on }) => verdicts.get(cellId(requirement, on)) ?? []);
  // A waiver of the user's file comes first, and nothing has to be removed once an observation ends.
  if (waiver.release !== undefined)
    return cells.some((cell) => cell.waiver?.release === waiver.release) ? 'used' : 'open';
  const judged = named.map(({ requirement, on }) => verdicts.get(cellId(requirement, on))?.verdict);
  if (judged.some((verdict) => verdict === 'fail' || verdict === 'waived')) return 'used';
  const isWhole =
    named.every(({ requirement, on }) => isSelected(requirement, on, scope)) &&
    judged.every((verdict) => verdict !== undefined && SETTLED.has(verdict));
  const wasSeen = judged.some((verdict) => verdict === 'pass' || verdict === 'observed');
  return isWhole && wasSeen ? 'unused' : 'open';
};

/** Outcomes of the waivers, in order, from the verdicts of a run on this UTC day. */
export const judgeWaivers = (
  waivers: readonly Waiver[],
  verdicts: readonly CellVerdict[],
  scope: Scope,
  today: string,
): readonly WaiverOutcome[] => {
  const byCell = new Map(verdicts.map((verdict) => [verdict.cell, verdict]));
  return waivers.map((waiver) => ({ waiver, state: stateOf(waiver, byCell, scope, today) }));
};

/** Maximum number of days from the run to a waiver's expiry for a certificate. */
const MAX_WAIVER_DAYS = 90;

/** Subjects that no certificate may waive. */
type Unwaivable = NonNullable<Requirement['unwaivable']> | 'contracts';

const subjectOf = (requirement: RequirementId): Unwaivable | undefined => {
  const { unwaivable, operations } = requirementOf(requirement);
  const isAboutContracts = operations.every((on) => operation(on).step.startsWith('contract-'));
  return unwaivable ?? (isAboutContracts ? 'contracts' : undefined);
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

/** Reasons why a waiver blocks a certificate for a line on this UTC day (YYYY-MM-DD); empty if it does not. */
export const unwaivableReasons = (waiver: Waiver, line: Line, day: string): readonly string[] => {
  const named = namedOn(waiver, line);
  if (named.length === 0) return [];
  const { requirement, expires } = waiver;
  const subjects = [...new Set(named.flatMap((id) => subjectOf(id) ?? []))];
  const isLong = daysAfter(day, expires) > MAX_WAIVER_DAYS;
  return [
    ...subjects.map((subject) => `${subject}: a certificate accepts no waiver of ${requirement}`),
    ...(isLong
      ? [`the waiver of ${requirement} holds until ${expires}, longer than ${MAX_WAIVER_DAYS} days`]
      : []),
  ];
};
