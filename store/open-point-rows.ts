import { type OpenPoint, SUBJECTS, type Subject } from '../oracles/open-point.ts';
import type { Internal } from '../oracles/answers/server-internals.ts';
import { type Line, LINE_TITLES, LINES } from '../spec/line.ts';
import type { Step } from '../spec/operation.ts';
import { OPERATIONS, operation } from '../spec/operations.ts';

/** One outcome of a question, with everywhere the service decides it alike. */
export interface OpenPointRow {
  readonly question: string;
  readonly outcome: string;
  readonly rule: OpenPoint['rule'];
  /** Lines of business, or operations if those of one line differ. */
  readonly where: string;
  readonly undecided: boolean;
  readonly serverError: boolean;
  readonly internals: readonly Internal[];
  readonly exchanges: readonly number[];
}

/** Rows of one subject. */
export interface OpenPointSection {
  readonly subject: Subject;
  readonly title: string;
  readonly rows: readonly OpenPointRow[];
}

const STEPS = [...new Set(OPERATIONS.map(({ step }) => step))];

const isOfOneLine = (step: Step): boolean =>
  OPERATIONS.filter((row) => row.step === step).length === 1;

/** Names of the lines in the order of the specification; one word for all lines of the run. */
const titles = (lines: readonly Line[], run: readonly Line[]): string => {
  if (lines.length === run.length && run.length > 1) return 'all lines';
  return LINES.filter((line) => lines.includes(line))
    .map((line) => LINE_TITLES[line])
    .join(', ');
};

const linesOf = (points: readonly OpenPoint[]): Line[] => [
  ...new Set(points.map(({ line }) => line)),
];

/** Steps of the operations, with the lines if a step has another outcome on others. */
const steps = (
  mine: readonly OpenPoint[],
  asked: readonly OpenPoint[],
  run: readonly Line[],
): string =>
  STEPS.flatMap((step) => {
    const isStep = (point: OpenPoint) => operation(point.operation).step === step;
    const lines = linesOf(mine.filter(isStep));
    if (lines.length === 0) return [];
    const all = linesOf(asked.filter(isStep));
    const isAll = lines.length === all.length && all.length > 1;
    return isAll || isOfOneLine(step) ? step : `${step} (${titles(lines, run)})`;
  }).join(', ');

const placesOf = (
  mine: readonly OpenPoint[],
  asked: readonly OpenPoint[],
  lines: readonly Line[],
): string => {
  const isMixed = mine.some(({ line }) =>
    asked.some((other) => other.line === line && !mine.includes(other)),
  );
  return isMixed ? steps(mine, asked, lines) : titles(linesOf(mine), lines);
};

/**
 * Outcome with the state that later reads showed; only one line shows its drafts, so it is named if others have the same
 * outcome.
 */
const outcomeOf = (mine: readonly OpenPoint[]): string => {
  const [first] = mine;
  const seen = mine.filter(({ kept }) => kept !== undefined);
  const words = [...new Set(seen.map(({ kept }) => kept))].join(' or ');
  const { outcome = '' } = first ?? {};
  if (words === '') return outcome;
  const alone = linesOf(mine).length === linesOf(seen).length;
  return alone ? `${outcome}, ${words}` : `${outcome} (${titles(linesOf(seen), [])}: ${words})`;
};

const distinct = (internals: readonly Internal[]): readonly Internal[] => [
  ...new Map(internals.map((each) => [`${each.kind} ${each.excerpt}`, each])).values(),
];

const rowOf = (
  mine: readonly OpenPoint[],
  asked: readonly OpenPoint[],
  lines: readonly Line[],
): readonly OpenPointRow[] => {
  const [first] = mine;
  if (!first) return [];
  const { question, rule } = first;
  return [
    {
      question,
      outcome: outcomeOf(mine),
      rule,
      where: placesOf(mine, asked, lines),
      undecided: mine.every(({ undecided }) => undecided === true),
      serverError: mine.some(({ serverError }) => serverError === true),
      internals: distinct(mine.flatMap(({ internals = [] }) => internals)),
      exchanges: [...new Set(mine.flatMap(({ exchanges }) => exchanges))].toSorted((a, b) => a - b),
    },
  ];
};

/** Sort priority: leaked internals first, then server errors. */
const alarm = ({ internals, serverError }: OpenPointRow): number =>
  (internals.length > 0 ? 2 : 0) + (serverError ? 1 : 0);

/** Sort key of an open point. */
const placeOf = (point: OpenPoint) => ({
  point,
  subject: Object.keys(SUBJECTS).indexOf(point.subject),
  /** Part of an id that all bodies share. */
  slug: point.id.split('@')[0] ?? point.id,
  operation: OPERATIONS.findIndex(({ id }) => id === point.operation),
});

/** Sorts open points independently of the time at which they were recorded. */
export const sortedOpenPoints = (points: readonly OpenPoint[]): readonly OpenPoint[] => {
  // Created once: a collator per comparison takes longer than everything else.
  const { compare } = new Intl.Collator('en', { numeric: true });
  return points
    .map(placeOf)
    .sort((a, b) => a.subject - b.subject || compare(a.slug, b.slug) || a.operation - b.operation)
    .map(({ point }) => point);
};

/** Points of a subject; robustness also includes server errors and leaked internals of other subjects, by request. */
const about = (subject: Subject, points: readonly OpenPoint[]): readonly OpenPoint[] =>
  points.flatMap((point) => {
    if (point.subject === subject) return [point];
    const isGrave = point.serverError === true || point.internals !== undefined;
    return isGrave && subject === 'robustness' ? [{ ...point, question: point.sent }] : [];
  });

/**
 * Open points of a run as rows: one for each outcome of each question, by subject. `lines`: those of the run; an outcome common
 * to all of them is listed once.
 */
export const openPointSections = (
  points: readonly OpenPoint[],
  lines: readonly Line[],
): readonly OpenPointSection[] =>
  (Object.keys(SUBJECTS) as Subject[]).flatMap((subject) => {
    const mine = about(subject, sortedOpenPoints(points));
    const questions = Map.groupBy(mine, ({ question }) => question);
    const rows = [...questions.values()].flatMap((asked) =>
      [...Map.groupBy(asked, ({ outcome }) => outcome).values()].flatMap((alike) =>
        rowOf(alike, asked, lines),
      ),
    );
    const sorted = rows.toSorted((a, b) => alarm(b) - alarm(a));
    return rows.length > 0 ? [{ subject, title: SUBJECTS[subject], rows: sorted }] : [];
  });
