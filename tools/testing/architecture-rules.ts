import { posix } from 'node:path';
import { type Reference, scanSource, type SourceScan } from './source-imports.ts';

/** TypeScript file of the project; its path is relative to the root, with `/`. */
export interface SourceFile {
  readonly path: string;
  readonly text: string;
}

const JUDGING = ['spec', 'generators', 'oracles', 'client', 'suites'];
const RUNNING = [...JUDGING, 'reference', 'store', 'reports'];
/** Everything except the exam and the command line. */
const BELOW_EXAM = [...RUNNING, 'runner', 'doctor', 'load', 'bin'];

/** Allowed imports: folder → other folders. CONTRIBUTING.md has the reasons. */
export const MAY_IMPORT: Readonly<Record<string, readonly string[]>> = {
  spec: [],
  generators: ['spec'],
  oracles: ['spec'],
  client: ['spec'],
  reference: ['spec'],
  suites: ['spec', 'generators', 'oracles', 'client'],
  store: ['spec', 'oracles', 'client'],
  reports: ['spec', 'oracles', 'store'],
  runner: RUNNING,
  doctor: [...RUNNING, 'runner'],
  load: ['spec', 'oracles', 'client', 'generators', 'store'],
  exam: BELOW_EXAM,
  cli: [...BELOW_EXAM, 'exam'],
  tools: [...BELOW_EXAM, 'exam', 'cli'],
  bin: [],
};

/** Folders that use no npm package and no built-in module at run time: facts and their judgement. */
const PURE = ['spec', 'oracles'];
const ENVIRONMENT_READER = 'client/target.ts';
/** Folders that may load a module by a computed path: a target in TypeScript, the reference with mutants. */
const LOADS_BY_PATH = ['client', 'exam', 'cli', 'tools'];
/** k6 loads modules per virtual user; the other one is the entry point of a thread. */
const MAY_KEEP_STATE = ['load/scripts/', 'exam/source/loader-hooks.ts'];
/**
 * Files that may name a requirement: entries, generators of faulty bodies, subject folders of suites and oracles,
 * faults, and tables of expectations.
 */
const NAMES_REQUIREMENTS =
  /^(spec\/requirements|generators|reference\/faults|exam|suites\/(?!engine\/)[\w-]+|oracles\/(?!causes\/|blame\/|evidence\/)[\w-]+)\/|^tools\/(bench|witness)\//;
/** Files that write outside a run's folder; only store/ writes into that. */
const WRITES_ELSEWHERE: Readonly<Record<string, string>> = {
  'store/': 'the folders of runs',
  'bin/': 'the installation',
  'exam/': 'the folders of exams',
  'tools/': 'what developers make',
  'cli/commands/challenge.ts': 'the file that --output names',
  'cli/commands/keygen.ts': 'a pair of keys',
  'cli/commands/nightly-run.ts': 'the folders of runs and notices, before the first one',
  'cli/commands/dry-run.ts': 'a scratch folder',
  'cli/commands/serve-reference.ts': 'the target file of the reference service',
  'cli/output/run-listeners.ts': 'the job summary of GitHub',
  'client/check-writable.ts': 'attempts, of which nothing stays',
  'load/k6/': 'the program k6, and the scratch folder of a call of it',
  'load/kubernetes/': 'manifests',
  'load/sizing-latency.ts': 'the paces of accepted runs, beside their folders',
};
const WRITING =
  /^(appendFile|copyFile|cp|createWriteStream|link|mkdir|rename|symlink|truncate|write|writev|writeFile)(Sync)?$/;
const FILE_SYSTEM = /^import (?:\{([^}]*)\}|[^'{]*) from 'node:fs(?:\/promises)?';/gm;
const OUTPUT = 'reports/out';

const KEBAB = /^[a-z0-9]+(-[a-z0-9]+)*$/;
const FILE = /^[a-z0-9]+(-[a-z0-9]+)*(\.(test|suite|config))?\.ts$/;
const EMPTY_NAMES = new Set(['utils', 'util', 'helpers', 'helper', 'common', 'index', 'misc']);
const ROOT_FILE = /^(allurerc|[a-z-]+\.(test|config))\.ts$/;

/** Tests and their helpers. */
const isTest = (path: string): boolean =>
  /\.(test|suite)\.ts$/.test(path) || path.includes('/testing/');
const folderOf = (path: string): string | null =>
  path.includes('/') ? (path.split('/')[0] ?? null) : null;

/** Path that a reference resolves to inside the project; null for packages and built-ins. */
const targetOf = (from: string, { specifier, kind }: Reference): string | null => {
  const isPath = specifier?.startsWith('.') || (kind === 'url' && !specifier?.includes(':'));
  return specifier !== null && isPath
    ? posix.normalize(posix.join(posix.dirname(from), specifier))
    : null;
};

const namingViolations = (path: string): readonly string[] => {
  const parts = path.split('/');
  const file = parts.at(-1) ?? '';
  const folder = folderOf(path);
  const found: string[] = [];
  if (folder === null && !ROOT_FILE.test(file)) found.push('only configuration and tests lie here');
  if (folder !== null && !(folder in MAY_IMPORT)) found.push(`${folder}/ is not a folder we know`);
  if (!FILE.test(file) || parts.slice(0, -1).some((part) => !KEBAB.test(part)))
    found.push('names are in kebab-case, such as price-request.ts or price-request.test.ts');
  if (EMPTY_NAMES.has(file.split('.')[0] ?? ''))
    found.push('the name says nothing; call the file after its main export');
  return found;
};

const referenceViolation = (path: string, reference: Reference): string | null => {
  const folder = folderOf(path);
  if (folder === null) return null;
  const { specifier, kind } = reference;
  if (specifier === null)
    return kind === 'url' || LOADS_BY_PATH.includes(folder)
      ? null
      : `${folder} may not import by a computed path`;
  const target = targetOf(path, reference);
  if (target === null)
    return PURE.includes(folder) && kind !== 'type'
      ? `${folder} uses no package and no built-in at run time, but imports ${specifier}`
      : null;
  if (target.startsWith('..')) return `${specifier} leads out of the project`;
  if (target.includes('/testing/')) return `${target} is there for tests alone`;
  const other = folderOf(target);
  if (other === null || other === folder || `${target}/`.startsWith(`${OUTPUT}/`)) return null;
  if (other === 'node_modules') return `${specifier} reaches into node_modules`;
  return MAY_IMPORT[folder]?.includes(other)
    ? null
    : `${folder} may not import ${other} (${specifier})`;
};

const isK6 = (specifier: string | null): boolean => /^k6(\/|$)/.test(specifier ?? '');

/** Judges and tables, of which k6 would make a copy of megabytes for every virtual user. */
const TOO_LARGE_FOR_K6 = /^(oracles|spec\/(operations|schemas|requirements|catalogue)\b)/;

/**
 * k6 resolves neither packages nor built-ins: no module that a k6 script reaches may import one, nor a large one.
 */
const k6Violations = (scans: ReadonlyMap<string, SourceScan>): readonly string[] => {
  const atRunTime = (path: string): readonly Reference[] =>
    scans.get(path)?.references.filter(({ kind }) => kind !== 'type') ?? [];
  const reached = new Set(
    [...scans.keys()].filter(
      (path) => !isTest(path) && atRunTime(path).some(({ specifier }) => isK6(specifier)),
    ),
  );
  const found: string[] = [];
  for (const path of reached)
    for (const reference of atRunTime(path)) {
      const target = targetOf(path, reference);
      if (target !== null && TOO_LARGE_FOR_K6.test(target))
        found.push(
          `${path}: k6 would load ${target} for every virtual user; put the answer into the plan`,
        );
      else if (target !== null) reached.add(target);
      else if (!isK6(reference.specifier))
        found.push(`${path}: k6 runs this file and cannot load ${reference.specifier}`);
    }
  return found;
};

const isReadonly = (type: string | undefined): boolean =>
  type !== undefined && /^(readonly |Readonly)/.test(type);

/** Module state: variables, and collections that are empty on load. */
const STATE =
  /^(?:export )?(?:(?<variable>let|var) (?<name>\w+)|const (?<kept>\w+)(?:: (?<type>[^=\n]+?))? = (?:\[\]|\{\}|new (?:Weak)?(?:Map|Set)(?:<[^\n]*>)?\(\));)/gm;

const stateViolations = ({ path, text }: SourceFile): readonly string[] => {
  if (MAY_KEEP_STATE.some((each) => path.startsWith(each)) || folderOf(path) === 'bin') return [];
  return [...text.matchAll(STATE)]
    .filter(({ groups }) => groups?.['variable'] !== undefined || !isReadonly(groups?.['type']))
    .map(({ groups }) => {
      const name = groups?.['name'] ?? groups?.['kept'];
      return `${name} is state of the module; a value that is passed on has to own it`;
    });
};

/** Suites send requests; judges in oracles/ decide verdicts, since they can judge a recording again. */
const verdictViolations = ({ path, text }: SourceFile): readonly string[] =>
  folderOf(path) === 'suites' && /\bverdict: '/.test(text)
    ? ['suites decide no verdict; a judge in oracles/ does, which `run.judge` asks']
    : [];

/** Only store/ writes into a run's folder, so that one place determines the files of a killed run. */
const writingViolations = ({ path, text }: SourceFile): readonly string[] => {
  if (Object.keys(WRITES_ELSEWHERE).some((each) => path.startsWith(each))) return [];
  const names = [...text.matchAll(FILE_SYSTEM)].flatMap(([, named = '*']) =>
    named.split(',').map((each) => each.trim().split(' ')[0] ?? ''),
  );
  const writing = names.filter((name) => name === '*' || WRITING.test(name));
  return writing.map(
    (name) => `node:fs ${name} writes files; a run's folder is written by functions of store/`,
  );
};

/** The text of a judgement, or a comparison of one that was taken out of it. */
const READS_TEXT =
  /\w[?!]?\.(?:got|wanted)\b|(?<!typeof )\bgot [!=]== ['"`]|\bwanted [!=]== ['"`]status|\.test\(got\b|\b(?:got|wanted)\.(?:startsWith|endsWith|includes|match|search)\b/g;

/** Files that read texts of judgements to print them again, or texts of other kinds. */
const MAY_READ_TEXTS = ['oracles/judgement-texts.ts', 'runner/certificate/key-file.ts'];

/** A judgement carries the values to decide on, such as a status; its sentences are for people. */
const textViolations = ({ path, text }: SourceFile): readonly string[] =>
  /^(oracles|suites|runner|exam|store\/(?!waivers))\b/.test(path) && !MAY_READ_TEXTS.includes(path)
    ? [...text.matchAll(READS_TEXT)].map(
        ([found]) => `${found.trim()} reads a sentence; a judgement carries what is decided on`,
      )
    : [];

const ID = /'((?:[A-Z]+-)+\d\d)\b/g;

/** The beginning or a part that several ids share, in a string or a pattern: `'LANDLORD-READBACK-'`, `/-LEGAL-/`. */
const PART_OF_IDS =
  /['"`/^|(](-?(?:(?:JOBLOSS|TRAVEL|LANDLORD|GAP|LEAD|PRICE|AUTH|FIELD|LEGAL|READBACK|RESOURCE)-)+)(?=['"`/|)$.\\])/g;

/** Files that make ids of their parts, or select them by patterns: entries, bodies, faults and exams. */
const KNOWS_IDS_BY_PARTS = /^(spec\/requirements|generators|reference|exam|tools)\//;

const COMMENT = /^ *(?:\/\*\*|\*|\/\/).*$/gm;

/**
 * A fact about a requirement belongs to its entry; its id may occur only there, in its check, its judge and its
 * faults. A fact about several is a property of their entries, not a part of their ids.
 */
const idViolations = ({ path, text }: SourceFile): readonly string[] => {
  const code = text.replace(COMMENT, '');
  const named = NAMES_REQUIREMENTS.test(path) ? [] : [...code.matchAll(ID)];
  const alike = KNOWS_IDS_BY_PARTS.test(path) ? [] : [...code.matchAll(PART_OF_IDS)];
  return [...named, ...alike].map(
    ([, id]) =>
      `${id} is named in general code; a fact about it belongs to its entry in spec/requirements`,
  );
};

/** Tests share their modules with the other tests of a thread: a loaded module is not mocked. */
const mockViolations = ({ path, text }: SourceFile): readonly string[] =>
  /^vi\.(?:mock|doMock)\(/m.test(text)
    ? [`${path}: vi.mock does nothing where the module is loaded already; pass the part as a value`]
    : [];

/** A file URL put together by hand, or a path used as one or taken from one. */
const PATH_AS_URL =
  /file:\/\/(?:\/?\$\{|['"] \+)|\bimport\((?:\$\{JSON\.stringify\()?(?:join|resolve)\(|import\.meta\.url\)\.pathname|\bdecodeURI\(/g;

/** In a URL, `#`, `%` and `?` have a meaning; in the name of a folder (`C#`, `100% app`) they have none. */
const urlViolations = ({ path, text }: SourceFile): readonly string[] =>
  (path.startsWith('tools/testing/architecture-rules') ? [] : [...text.matchAll(PATH_AS_URL)]).map(
    ([found]) =>
      `${path}: ${found} fails in a folder such as C#; use pathToFileURL, fileURLToPath or new URL(…, import.meta.url)`,
  );

/** Violations of the project's rules on folders, names and the environment. */
export const architectureViolations = (files: readonly SourceFile[]): readonly string[] => {
  const texts = new Map(files.map(({ path, text }) => [path, text]));
  const scans = new Map(files.map(({ path, text }) => [path, scanSource(path, text)]));
  const found = [...scans].flatMap(([path, scan]) => {
    const naming = namingViolations(path);
    if (isTest(path)) return naming.map((violation) => `${path}: ${violation}`);
    const references = scan.references.map((each) => referenceViolation(path, each));
    const environment =
      scan.readsEnvironment && path !== ENVIRONMENT_READER
        ? [`only ${ENVIRONMENT_READER} reads the environment`]
        : [];
    const file = { path, text: texts.get(path) ?? '' };
    return [
      ...naming,
      ...references.filter((each) => each !== null),
      ...environment,
      ...stateViolations(file),
      ...verdictViolations(file),
      ...writingViolations(file),
      ...idViolations(file),
      ...textViolations(file),
    ].map((violation) => `${path}: ${violation}`);
  });
  return [
    ...found,
    ...files.flatMap(mockViolations),
    ...files.flatMap(urlViolations),
    ...k6Violations(scans),
  ];
};
