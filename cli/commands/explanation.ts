import { FAULTS, fileOf, NOT_FAULTED } from '../../reference/faults.ts';
import type { Fault, NotFaulted } from '../../reference/faults/sowing/fault.ts';
import { COLUMNS, labelled, wrap } from '../../store/printable.ts';
import { type RequirementId, requirementOf } from '../../spec/catalogue.ts';
import { JUDGEMENT_RULES } from '../../spec/judgement.ts';
import { operation } from '../../spec/operations.ts';
import type { Proof, Requirement } from '../../spec/requirement.ts';
import { ALL_FAULTS } from '../../generators/invalid/all-faults.ts';
import { LEGAL_VALUES } from '../../generators/legal-values.ts';
import { SEQUENCES } from '../../spec/what-is-sent.ts';
import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { programFiles, PROJECT, SOURCE_EXTENSION } from '../../client/project.ts';
import { memoized } from '../../spec/memoized.ts';

const FOLDERS = {
  entry: 'spec/requirements',
  judge: 'oracles',
  check: 'suites',
} as const;

type Named = Readonly<Record<keyof typeof FOLDERS, readonly string[]>>;

interface Files extends Named {
  readonly faults: readonly string[];
}

/** A file as it lies beside this one: compiled, where this one is. */
const own = (path: string): string => path.replace(/\.ts$/, SOURCE_EXTENSION);

/** Of ids that follow from the rows of a table, which no file names one by one; the first family that fits counts. */
export const FAMILIES: readonly (readonly [ids: RegExp, files: Named])[] = [
  [
    /^(PRICE-FIELD|PRICE-ALTERNATIVE|LANDLORD-RESOURCE)-/,
    {
      entry: ['spec/requirements/resources.ts'],
      judge: ['oracles/answers/resource-fields.ts'],
      check: ['suites/journey/visit.ts'],
    },
  ],
  [
    /^LANDLORD-READBACK-/,
    {
      entry: ['spec/requirements/resources.ts'],
      judge: ['oracles/state/read-back.ts'],
      check: ['suites/journey/blame.ts'],
    },
  ],
  [
    /-LEGAL-|^(KEYVALUE-01|GAP-WHITELABEL-01)$/,
    {
      entry: ['spec/requirements/legal-values.ts'],
      judge: ['oracles/refusals/acceptance.ts'],
      check: ['suites/fields/legal-value.ts'],
    },
  ],
  [
    /^LEAD-0/,
    {
      entry: ['spec/requirements/leads.ts'],
      judge: ['oracles/refusals/lead-fault.ts'],
      check: ['suites/leads/lead-fault.ts'],
    },
  ],
  // Whatever else a body may have wrong is refused by one and the same probe.
  [
    /./,
    {
      entry: ['spec/requirements/field-faults.ts'],
      judge: ['oracles/refusals/draft-fault.ts', 'oracles/refusals/judge-probe.ts'],
      check: ['suites/fields/faulty-draft.ts', 'suites/protocol/probes.ts'],
    },
  ],
];

const textsIn = memoized((folder: string): readonly (readonly [path: string, text: string])[] =>
  programFiles(folder).map((path) => [path, readFileSync(join(PROJECT, path), 'utf8')]),
);

const ASKED = /\.judge\(\s*(\w+)/g;
const IMPORTED = /import \{([^}]*)\} from '(?:\.\.\/)+(oracles\/[^']+)'/g;

/** The judges that files of suites ask, apart from those that say why nothing could be told. */
const askedIn = (isAsking: (path: string) => boolean): readonly string[] => {
  const asking = textsIn(FOLDERS.check).filter(([path]) => isAsking(path));
  const asked = asking.flatMap(([, text]) => {
    const names = new Set([...text.matchAll(ASKED)].map(([, name]) => name));
    return [...text.matchAll(IMPORTED)].flatMap(([, imported = '', path = '']) =>
      imported.split(',').some((each) => names.has(each.trim())) ? [path] : [],
    );
  });
  return [...new Set(asked)].filter((path) => !path.startsWith('oracles/blame/')).toSorted();
};

/** The judges of checks, or, where those are only data, of the folders in which they lie. */
const judgesOf = (checks: readonly string[]): readonly string[] => {
  const own = askedIn((path) => checks.includes(path));
  const folders = new Set(checks.map((path) => dirname(path)));
  return own.length > 0 ? own : askedIn((path) => folders.has(dirname(path)));
};

const familyOf = (id: RequirementId): Named | undefined => {
  const files = FAMILIES.find(([ids]) => ids.test(id))?.[1];
  return (
    files && {
      entry: files.entry.map(own),
      judge: files.judge.map(own),
      check: files.check.map(own),
    }
  );
};

const faultsOf = (id: RequirementId): readonly Fault[] =>
  FAULTS.filter(({ breaks }) => breaks.requirement === id);

const notFaultedIn = (id: RequirementId): readonly NotFaulted[] =>
  NOT_FAULTED.filter(({ ids }) => ids.test(id));

/**
 * The files of a requirement, part by part: those of its faults, and of the rest those that name its id, or where none does
 * those of its family.
 */
export const filesOf = (id: RequirementId): Files => {
  const family = familyOf(id);
  const named = (part: keyof Named): readonly string[] => {
    const naming = textsIn(FOLDERS[part]).flatMap(([path, text]) =>
      text.includes(`'${id}'`) ? [path] : [],
    );
    return naming.length > 0 ? naming : (family?.[part] ?? []);
  };
  const check = named('check');
  const judge = named('judge');
  const isOfFamily = judge === family?.judge;
  return {
    entry: named('entry'),
    judge: isOfFamily && check !== family.check ? judgesOf(check) : judge,
    check,
    faults: [...new Set([...faultsOf(id), ...notFaultedIn(id)].map(fileOf))],
  };
};

const LABEL = 12;

const section = (label: string, paragraphs: readonly string[]): string[] =>
  paragraphs.flatMap((paragraph, at) =>
    labelled((at === 0 ? label : '').padEnd(LABEL), paragraph, 99),
  );

const listed = (noun: string, of: readonly string[]): readonly string[] => {
  const own = [...new Set(of)];
  return own.length === 0 ? [] : [`The ${noun}${of.length === 1 ? '' : 's'}: ${own.join('; ')}.`];
};

/** A description of what is sent to judge a requirement, with its faults and legal values; undefined where nothing is. */
export const whatIsSent = (id: RequirementId): string | undefined => {
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
  // A requirement that cannot be observed has no cell.
  if (requirement.notObservable !== undefined) return [`none, ${state}`];
  return requirement.operations.map((on) => `${id}@${on}  ${state}`);
};

const faultLines = (id: RequirementId, { operations }: Requirement): readonly string[] => {
  const faults = faultsOf(id).map((fault) => `${fault.id}  ${fault.what}`);
  const reasons = notFaultedIn(id).map(({ on, because }) => {
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
    ...section('faults', faultLines(id, requirement)),
    ...section('cells', cellsOf(id, requirement)),
    ...section('files', fileLines(id)),
  ].join('\n');
};
