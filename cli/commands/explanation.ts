import { FAULTS, fileOf, NOT_FAULTED } from '../../reference/faults.ts';
import type { Fault, NotFaulted } from '../../reference/faults/injection/fault.ts';
import { COLUMNS, labelled, wrap } from '../../store/printable.ts';
import { requirementPage } from '../../store/version.ts';
import { CATALOGUE, entryFileOf, type RequirementId, requirementOf } from '../../spec/catalogue.ts';
import { JUDGEMENT_RULES } from '../../spec/judgement.ts';
import { operation, type OperationId } from '../../spec/operations.ts';
import type { Shown } from '../../spec/operation.ts';
import { LINE_TITLES } from '../../spec/line.ts';
import type { Proof, Requirement } from '../../spec/requirement.ts';
import { ALL_FAULTS } from '../../generators/invalid/all-faults.ts';
import { LEGAL_VALUES } from '../../generators/legal-values.ts';
import { SEQUENCES } from '../../spec/probe-descriptions.ts';
import { SOURCE_EXTENSION } from '../../client/project.ts';
import { ANSWER_ORACLES, judgeExchange } from '../../oracles/answers/judge-exchange.ts';
import type { Example } from '../../oracles/example.ts';
import { EXAMPLES_IN } from '../../oracles/judge-files.ts';
import { fileOfJudge, type Judge, nameOfJudge } from '../../oracles/judges.ts';
import { subjectsOf } from '../../suites/subjects.ts';
import { requirementRows } from './requirement-rows.ts';

const faultsOf = (id: RequirementId): readonly Fault[] =>
  FAULTS.filter(({ breaks }) => breaks.requirement === id);

const notFaultedIn = (id: RequirementId): readonly NotFaulted[] =>
  NOT_FAULTED.filter(({ ids }) => ids.test(id));

/** Files of judges. For `judgeExchange`, which only calls the oracles of every answer, the oracle that covers the requirement comes first. */
const judgeFiles = (id: RequirementId, judges: readonly Judge[]): readonly string[] => {
  const oracles = ANSWER_ORACLES.filter(({ about }) => about.includes(id)).map(({ file }) => file);
  return judges
    .flatMap((judge) => [...(judge === judgeExchange ? oracles : []), fileOfJudge(judge)])
    .map((place) => `oracles/${place}${SOURCE_EXTENSION}`);
};

/** Examples of what the judges of a requirement decide. */
const examplesOf = (id: RequirementId): readonly Example[] => {
  const judges = new Set(subjectsOf(id).flatMap((each) => each.judges));
  return [...judges].flatMap(
    (judge) => EXAMPLES_IN[fileOfJudge(judge)]?.[nameOfJudge(judge)] ?? [],
  );
};

/** The files of a requirement, part by part: its entry, its judges, what is sent for it, and its faults. */
export const filesOf = (
  id: RequirementId,
): Readonly<Record<'entry' | 'judge' | 'check' | 'faults', readonly string[]>> => {
  const subjects = subjectsOf(id);
  const judges = subjects.flatMap((each) => each.judges);
  return {
    entry: [`spec/requirements/${entryFileOf(id)}${SOURCE_EXTENSION}`],
    judge: [...new Set(judgeFiles(id, judges))],
    check: [...new Set(subjects.map(({ file }) => file))],
    faults: [...new Set([...faultsOf(id), ...notFaultedIn(id)].map(fileOf))],
  };
};

const LABEL = 12;

/** Width of a verdict in a column. */
const VERDICT = 14;

const section = (label: string, paragraphs: readonly string[]): string[] =>
  paragraphs.flatMap((paragraph, at) =>
    labelled((at === 0 ? label : '').padEnd(LABEL), paragraph, 99),
  );

const listed = (noun: string, of: readonly string[]): readonly string[] => {
  const own = [...new Set(of)];
  return own.length === 0 ? [] : [`The ${noun}${of.length === 1 ? '' : 's'}: ${own.join('; ')}.`];
};

/** Description of what is sent to judge a requirement, with its faults and legal values; undefined if nothing is sent. */
const sentText = (id: RequirementId): string | undefined => {
  const { sent, isStateful } = requirementOf(id);
  if (sent === undefined) return undefined;
  const faults = ALL_FAULTS.filter(({ requirement }) => requirement === id);
  const values = LEGAL_VALUES.filter(({ requirement }) => requirement === id);
  return [
    sent,
    ...listed(
      'fault',
      faults.map(({ what }) => what),
    ),
    ...listed(
      'value',
      values.map(({ pointer, name }) => `${pointer} (${name})`),
    ),
    ...(isStateful ? [SEQUENCES] : []),
  ].join(' ');
};

const PROOFS: Readonly<Record<Proof, string>> = {
  'two-sightings': 'A fail must be observed in two exchanges.',
  'accepted-control':
    'A fail must be observed in two exchanges, each with an accepted control request (the same call without the fault).',
  'accepted-control-two-bodies':
    'A fail must be observed with two different bodies, each with an accepted control request (the same call without the fault).',
};

const stateOf = ({ notObservable }: Requirement): string =>
  notObservable === undefined ? 'judged' : `not observable: ${notObservable}`;

const cellsOf = (id: RequirementId, requirement: Requirement): readonly string[] => {
  const state = stateOf(requirement);
  // A requirement that cannot be observed has no cell.
  if (requirement.notObservable !== undefined) return [`none, ${state}`];
  return requirement.operations.map((on) => `${id}@${on}  ${state}`);
};

/** A fault that a requirement alone catches; without an id, the reason why cells have none. */
interface ProvingFault {
  readonly id?: string;
  readonly text: string;
}

const provingFaults = (id: RequirementId, { operations }: Requirement): readonly ProvingFault[] => {
  const faults = faultsOf(id).map((fault) => ({ id: fault.id, text: fault.what }));
  const reasons = notFaultedIn(id).map(({ on, because }) => {
    const where = on && ` on ${operations.filter((each) => on.test(each)).join(', ')}`;
    return { text: `none${where ?? ''}: ${because}` };
  });
  return faults.length + reasons.length === 0 ? [{ text: 'none' }] : [...faults, ...reasons];
};

/** Judgement of a requirement beyond its entry: the proof of a fail, examples, what is sent, its cells and its faults. */
export const explanationOf = (id: RequirementId) => {
  const requirement = requirementOf(id);
  return {
    proof: PROOFS[requirement.proof],
    examples: examplesOf(id),
    sent: sentText(id) ?? `nothing: ${stateOf(requirement)}`,
    cells: cellsOf(id, requirement),
    faults: provingFaults(id, requirement),
  };
};

const fileLines = (id: RequirementId): readonly string[] =>
  Object.entries(filesOf(id))
    .filter(([, paths]) => paths.length > 0)
    .flatMap(([part, paths], at) =>
      labelled(
        (at === 0 ? 'files' : '').padEnd(LABEL) + part.padEnd(8),
        paths.join(', '),
        paths.length,
      ),
    );

/** The address of a page, which is never broken. */
const pageLine = (page: string | undefined): readonly string[] =>
  page === undefined ? [] : ['page'.padEnd(LABEL) + page];

/** Explains a requirement, at most 100 columns wide if its names fit. */
export const renderExplanation = (id: RequirementId, homepage?: string): string => {
  const { statement, level, source, rules, operations } = requirementOf(id);
  const { proof, examples, sent, cells, faults } = explanationOf(id);
  return [
    ...wrap(`${id}  ${statement}`, COLUMNS, 9),
    '',
    ...section('level', [level]),
    ...section('source', [source]),
    ...rules.flatMap((rule, at) =>
      section(at === 0 ? 'judged by' : '', [`${rule}: ${JUDGEMENT_RULES[rule]}`]),
    ),
    ...section('proof', [proof]),
    ...examples.flatMap(({ what, verdict }, at) =>
      labelled((at === 0 ? 'examples' : '').padEnd(LABEL) + verdict.padEnd(VERDICT), what, 99),
    ),
    ...section('sent', [sent]),
    ...section(
      'operations',
      operations.map((on) => {
        const { method, path } = operation(on);
        return `${on}  ${method} ${path}`;
      }),
    ),
    ...section(
      'faults',
      faults.map((each) => (each.id === undefined ? each.text : `${each.id}  ${each.text}`)),
    ),
    ...section('cells', cells),
    ...fileLines(id),
    ...pageLine(requirementPage(id, homepage)),
  ].join('\n');
};

const bodyText = (body: Shown<string>): string => {
  if (!body.shown) return 'not shown by the specification';
  return body.name === 'none' ? 'none' : body.name;
};

const statusText = (statuses: readonly (number | null)[] | null): string => {
  const stated = (statuses ?? []).filter((each) => each !== null);
  return stated.length === 0 ? 'not stated' : stated.join(', ');
};

/** Explains an operation: its call and answers as the specification states them, and its requirements. */
export const renderOperation = (on: OperationId): string => {
  const row = operation(on);
  return [
    `${on}  ${LINE_TITLES[row.line]} · ${row.name}`,
    '',
    ...section('call', [`${row.method} ${row.path}${row.comingSoon ? '  (coming soon)' : ''}`]),
    ...section('source', [row.detail === null ? 'Endpoints' : `Endpoints; ${row.detail}`]),
    ...section('request', [bodyText(row.request)]),
    ...section('answer', [bodyText(row.response)]),
    ...section('success', [statusText([row.success])]),
    ...section('failures', [statusText(row.failures)]),
    ...section('headers', row.headers),
    '',
    requirementRows([...CATALOGUE.keys()], [on]),
  ].join('\n');
};

/** Operations, one per row: id, method and path. */
export const operationRows = (operations: readonly OperationId[]): string => {
  const width = Math.max(...operations.map((on) => on.length)) + 2;
  return operations
    .map((on) => `${on.padEnd(width)}${operation(on).method.padEnd(8)}${operation(on).path}`)
    .join('\n');
};
