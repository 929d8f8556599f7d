import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { productFiles, PROJECT, SOURCE_ENDING } from '../../client/project.ts';
import type { RequirementId } from '../../spec/catalogue.ts';
import { memoized } from '../../spec/memoized.ts';

/** Where the parts of a requirement lie. */
const FOLDERS = {
  entry: 'spec/requirements',
  judge: 'oracles',
  check: 'suites',
  faults: 'reference/faults',
} as const;

type Files = Readonly<Record<keyof typeof FOLDERS, readonly string[]>>;

/** A file as it lies beside this one: compiled, where this one is. */
const own = (path: string): string => path.replace(/\.ts$/, SOURCE_ENDING);

/** Of ids that follow from the rows of a table, which no file names one by one; the first family that fits counts. */
export const FAMILIES: readonly (readonly [ids: RegExp, files: Files])[] = [
  [
    /^(PRICE-FIELD|PRICE-ALTERNATIVE|LANDLORD-RESOURCE)-/,
    {
      entry: ['spec/requirements/resources.ts'],
      judge: ['oracles/answers/resource-fields.ts'],
      check: ['suites/journey/visit.ts'],
      faults: ['reference/faults/fields/answered-fields.ts'],
    },
  ],
  [
    /^LANDLORD-READBACK-/,
    {
      entry: ['spec/requirements/resources.ts'],
      judge: ['oracles/state/read-back.ts'],
      check: ['suites/journey/blame.ts'],
      faults: ['reference/faults/fields/read-backs.ts'],
    },
  ],
  [
    /-LEGAL-|^(KEYVALUE-01|GAP-WHITELABEL-01)$/,
    {
      entry: ['spec/requirements/legal-values.ts'],
      judge: ['oracles/refusals/acceptance.ts'],
      check: ['suites/fields/legal-value.ts'],
      faults: ['reference/faults/fields/refused-values.ts'],
    },
  ],
  [
    /^LEAD-0/,
    {
      entry: ['spec/requirements/leads.ts'],
      judge: ['oracles/refusals/lead-fault.ts'],
      check: ['suites/leads/lead-fault.ts', 'suites/leads/lead-twin.ts'],
      faults: ['reference/faults/leads.ts'],
    },
  ],
  // Whatever else a body may have wrong is refused by one and the same probe.
  [
    /./,
    {
      entry: ['spec/requirements/field-faults.ts'],
      judge: ['oracles/refusals/draft-fault.ts', 'oracles/refusals/judge-probe.ts'],
      check: ['suites/fields/faulty-draft.ts', 'suites/protocol/probes.ts'],
      faults: ['reference/faults/fields/unenforced.ts'],
    },
  ],
];

/** It tells in words what others do. */
const TELLS = own('suites/what-is-sent.ts');

const textsIn = memoized((folder: string): readonly (readonly [path: string, text: string])[] =>
  productFiles(folder)
    .filter((path) => path !== TELLS)
    .map((path) => [path, readFileSync(join(PROJECT, path), 'utf8')]),
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

const familyOf = (id: RequirementId): Files | undefined => {
  const files = FAMILIES.find(([ids]) => ids.test(id))?.[1];
  return (
    files && {
      entry: files.entry.map(own),
      judge: files.judge.map(own),
      check: files.check.map(own),
      faults: files.faults.map(own),
    }
  );
};

/**
 * The files of a requirement, part by part, relative to the project: those that name its id, or where none does those of its
 * family.
 */
export const filesOf = (id: RequirementId): Files => {
  const family = familyOf(id);
  const named = (part: keyof Files): readonly string[] => {
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
    faults: named('faults'),
  };
};
