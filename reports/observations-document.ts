import type { OpenPoint } from '../oracles/open-point.ts';
import { JUDGEMENT_RULES, type JudgementRuleId } from '../spec/judgement.ts';
import { markdownTable as table, markdownText as cell } from './markdown.ts';
import {
  type OpenPointRow,
  type OpenPointSection,
  openPointSections,
  sortedOpenPoints,
} from '../store/open-point-rows.ts';
import type { RunRecord } from '../store/run-record.ts';
import { isDisturbance, isTransportStatus } from '../spec/transport-statuses.ts';
import type { Scope } from '../oracles/facts.ts';
import { CATALOGUE } from '../spec/catalogue.ts';
import { operation } from '../spec/operations.ts';
import { isJudged } from '../spec/requirement.ts';
import { writeAtomically } from '../store/atomic-write.ts';
import { readJsonLines, writeJsonLines } from '../store/json-lines.ts';
import type { RunFolder } from '../store/run-folder.ts';

/** Number of selected requirements that cannot be observed from outside, so that no run judges them. */
export const countUntestable = ({ lines, requirements, operations }: Scope): number =>
  [...CATALOGUE].filter(
    ([id, each]) =>
      !isJudged(each) &&
      (requirements?.includes(id) ?? true) &&
      each.operations.some(
        (on) => lines.includes(operation(on).line) && (operations?.includes(on) ?? true),
      ),
  ).length;

/** Facts about the run in the document. */
export type ObservedRun = Pick<RunRecord, 'command' | 'lines' | 'seed' | 'target' | 'today'>;

const outcomeOf = ({ outcome, serverError }: OpenPointRow): string =>
  serverError ? `**${cell(outcome)}** (!)` : cell(outcome);

const decisions = ({ title, rows }: OpenPointSection): string => {
  const body = rows.map((row) => [cell(row.question), outcomeOf(row), row.rule, cell(row.where)]);
  return `## ${title}\n\n${table(['question', 'this service', 'rule', 'where'], body)}`;
};

const internalsIn = ({ internals }: OpenPointRow): string =>
  internals.length === 0
    ? ''
    : internals.map(({ kind, excerpt }) => `**${kind}**: ${cell(excerpt)}`).join('; ');

const robustness = ({ title, rows }: OpenPointSection): string => {
  const body = rows.map((row) => [
    cell(row.question),
    outcomeOf(row),
    internalsIn(row),
    cell(row.where),
  ]);
  return [
    `## ${title}`,
    'Odd requests and their answers. None of them is a fail; answers that disclose server internals come first. Odd strings are sent in policyholder.address.street of a draft, odd JSON in a field that the specification does not have.',
    table(['sent', 'got', 'internals disclosed', 'where'], body),
  ].join('\n\n');
};

const ruleList = (points: readonly OpenPoint[]): string => {
  const cited = new Set<JudgementRuleId>(points.map(({ rule }) => rule));
  const ids = (Object.keys(JUDGEMENT_RULES) as JudgementRuleId[]).filter((id) => cited.has(id));
  return ['## The rules', '', ...ids.map((id) => `- **${id}** ${JUDGEMENT_RULES[id]}`)].join('\n');
};

const ERRORS =
  '**(!)** marks a request that the service answered twice with a server error instead of refusing or accepting it. No requirement covers this, so nothing failed, but it is a defect.';

const OF_GATE =
  'A gate asks a sixth of the questions, which its seed draws; `assay certify` asks them all.';

/** Counts of observed decisions, and of robustness problems. */
export interface ObservedCounts {
  /** Questions with an answer, without robustness. */
  readonly decided: number;
  /** Malformed requests. */
  readonly odd: number;
  /** Malformed requests without an answer. */
  readonly unanswered: number;
  /** Server errors of either kind. */
  readonly serverErrors: number;
  /** Answers that expose internals. */
  readonly internals: number;
}

const isOdd = ({ id }: OpenPoint): boolean => id.startsWith('robustness/');

const isUnanswered = (point: OpenPoint): boolean => isOdd(point) && isDisturbance(point.status);

const isServerError = (point: OpenPoint): boolean => {
  const { status = 0, serverError } = point;
  return serverError === true || (isOdd(point) && status >= 500 && !isTransportStatus(status));
};

/** Counts the decisions of a service on open points. */
export const countOpenPoints = (points: readonly OpenPoint[]): ObservedCounts => {
  const decided = points.filter(({ undecided, subject }) => !undecided && subject !== 'robustness');
  return {
    decided: new Set(decided.map(({ question }) => question)).size,
    odd: points.filter(isOdd).length,
    unanswered: points.filter(isUnanswered).length,
    serverErrors: points.filter(isServerError).length,
    internals: points.filter(({ internals = [] }) => internals.length > 0).length,
  };
};

/** Document for implementers and callers: the service's decisions on points that the specification leaves open. */
export const observationsDocument = (points: readonly OpenPoint[], run: ObservedRun): string => {
  const sections = openPointSections(points, run.lines);
  const service = [run.target['name'], run.target['base_url']]
    .filter((each) => typeof each === 'string')
    .join(' at ');
  return [
    '# Decisions of this service on open points of the specification',
    `${cell(service)}; assay ${run.command}, ${run.today}, seed ${run.seed}.`,
    'None of these points is judged: a correct service may decide each of them differently. Callers should rely on a decision only if the maintainers of the service confirm it.',
    ...(run.command === 'gate' ? [OF_GATE] : []),
    ...(points.some(({ serverError }) => serverError) ? [ERRORS] : []),
    ...sections.map((section) =>
      section.subject === 'robustness' ? robustness(section) : decisions(section),
    ),
    ruleList(points),
    '',
  ].join('\n\n');
};

/** Unjudged observations of a run. */
export interface Observations {
  readonly points: readonly OpenPoint[];
  readonly counts: ObservedCounts;
}

/**
 * Adds decisions derived from the answers to `observations.jsonl`, and writes `observations.md`, `observations.json`
 * and an Allure result. Undefined if nothing was observed, and then writes nothing.
 */
export const concludeObservations = (
  folder: RunFolder,
  derived: readonly OpenPoint[],
  run: ObservedRun,
): Observations | undefined => {
  const { items } = readJsonLines<OpenPoint>(folder.observations);
  if (items.length === 0) return undefined;
  // Other lines may have been called as well, for instance to get an id.
  const points = sortedOpenPoints(
    [...items, ...derived].filter(({ line }) => run.lines.includes(line)),
  );
  writeJsonLines(folder.observations, points);
  const { command, lines, seed, today } = run;
  const data = { command, lines, seed, today, points };
  const markdown = observationsDocument(points, run);
  writeAtomically(folder.openPoints.json, `${JSON.stringify(data, null, 2)}\n`);
  writeAtomically(folder.openPoints.markdown, markdown);
  return { points, counts: countOpenPoints(points) };
};
