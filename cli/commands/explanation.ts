import { filesOf } from './files-of.ts';
import { FAULTS } from '../../reference/faults.ts';
import { NOT_FAULTED } from '../../reference/faults/not-faulted.ts';
import { COLUMNS, labelled, wrap } from '../../store/printable.ts';
import { type RequirementId, requirementOf } from '../../spec/catalogue.ts';
import { JUDGEMENT_RULES } from '../../spec/judgement.ts';
import { operation } from '../../spec/operations.ts';
import type { Proof, Requirement } from '../../spec/requirement.ts';
import { whatIsSent } from '../../suites/what-is-sent.ts';

const LABEL = 12;

/** A label and its paragraphs, indented beneath each other. */
const section = (label: string, paragraphs: readonly string[]): string[] =>
  paragraphs.flatMap((paragraph, at) =>
    labelled((at === 0 ? label : '').padEnd(LABEL), paragraph, 99),
  );

const PROOFS: Readonly<Record<Proof, string>> = {
  'two-sightings': 'A fail has to be seen in two exchanges.',
  'accepted-twin':
    'A fail has to be seen in two exchanges, beside the same call without the fault, accepted.',
  'accepted-twin-two-bodies':
    'A fail has to be seen in two different bodies, beside the same call without the fault, accepted.',
};

const stateOf = ({ notObservable }: Requirement): string =>
  notObservable === undefined ? 'judged' : `not observable: ${notObservable}`;

const cellsOf = (id: RequirementId, requirement: Requirement): readonly string[] => {
  const state = stateOf(requirement);
  // What cannot be observed has no cell.
  if (requirement.notObservable !== undefined) return [`none, ${state}`];
  return requirement.operations.map((on) => `${id}@${on}  ${state}`);
};

const faultsOf = (id: RequirementId, { operations }: Requirement): readonly string[] => {
  const faults = FAULTS.filter(({ breaks }) => breaks.requirement === id).map(
    (fault) => `${fault.id}  ${fault.what}`,
  );
  const reasons = NOT_FAULTED.filter(({ ids }) => ids.test(id)).map(({ on, because }) => {
    const where = on && ` on ${operations.filter((each) => on.test(each)).join(', ')}`;
    return `none${where ?? ''}: ${because}`;
  });
  return faults.length + reasons.length === 0 ? ['none'] : [...faults, ...reasons];
};

const fileLines = (id: RequirementId): readonly string[] =>
  Object.entries(filesOf(id)).flatMap(([part, paths]) =>
    paths.length === 0 ? [] : [`${part.padEnd(8)}${paths.join(', ')}`],
  );

/** Explains a requirement, at most 100 columns wide if its names fit. */
export const renderExplanation = (id: RequirementId): string => {
  const requirement = requirementOf(id);
  const { statement, level, source, rules, proof, operations } = requirement;
  const nothing = `nothing: ${stateOf(requirement)}`;
  return [
    ...wrap(`${id}  ${statement}`, COLUMNS, 9),
    '',
    ...section('level', [level]),
    ...section('source', [source]),
    ...rules.flatMap((rule, at) =>
      section(at === 0 ? 'judged by' : '', [`${rule}: ${JUDGEMENT_RULES[rule]}`]),
    ),
    ...section('proof', [PROOFS[proof]]),
    ...section('sent', [whatIsSent(id) ?? nothing]),
    ...section(
      'operations',
      operations.map((on) => {
        const { method, path } = operation(on);
        return `${on}  ${method} ${path}`;
      }),
    ),
    ...section('faults', faultsOf(id, requirement)),
    ...section('cells', cellsOf(id, requirement)),
    ...section('files', fileLines(id)),
  ].join('\n');
};
