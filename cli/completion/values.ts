import { SCHEMES } from '../../doctor/init/questions.ts';
import { CATALOGUE } from '../../spec/catalogue.ts';
import { LINE_TITLES, LINES } from '../../spec/line.ts';
import { OPERATIONS } from '../../spec/operations.ts';
import { runsFolder } from '../../client/project.ts';
import { runNames } from '../../store/replay-source.ts';

/** Candidate for the word at the cursor. */
export interface Candidate {
  readonly value: string;
  /** One-line description. */
  readonly what?: string;
}

/** Values of an option: a path, one of several words, or a comma-separated list of them. */
export type Values =
  | 'files'
  | 'folders'
  | { readonly isList?: true; readonly words: () => Promise<readonly Candidate[]> };

const oneOf = (...words: readonly string[]): Values => ({
  words: () => Promise.resolve(words.map((value) => ({ value }))),
});

const lines: Values = {
  isList: true,
  words: () => Promise.resolve(LINES.map((value) => ({ value, what: LINE_TITLES[value] }))),
};

const operationWords: readonly Candidate[] = OPERATIONS.map(({ id, name }) => ({
  value: id,
  what: name,
}));

const requirementWords: readonly Candidate[] = [...CATALOGUE].map(([value, { statement }]) => ({
  value,
  what: statement,
}));

const operations: Values = { isList: true, words: () => Promise.resolve(operationWords) };

const requirement: Values = { words: () => Promise.resolve(requirementWords) };

const explained: Values = {
  words: () => Promise.resolve([...requirementWords, ...operationWords]),
};

// Bash inserts a word unquoted, so it must not contain characters that bash interprets.
const isPlain = (name: string): boolean => /^[\w.-]+$/.test(name);

const runs: Values = {
  words: () =>
    Promise.resolve(
      runNames(runsFolder())
        .filter(isPlain)
        .map((value) => ({ value })),
    ),
};

// Loaded on demand: completion waits for it.
const faults: Values = {
  isList: true,
  words: async () =>
    (await import('../../reference/faults.ts')).FAULTS.map(({ id, what }) => ({ value: id, what })),
};

const conditions: Values = {
  words: async () =>
    (await import('../../reference/conditions.ts')).CONDITIONS.map(({ id, what }) => ({
      value: id,
      what,
    })),
};

const dialects: Values = {
  words: async () =>
    (await import('../../reference/dialects.ts')).DIALECTS.map(({ name, what }) => ({
      value: name,
      what,
    })),
};

const profiles: Values = {
  words: async () =>
    Object.entries((await import('../../load/profiles/load-profile.ts')).PROFILES).map(
      ([value, { description }]) => ({ value, what: description }),
    ),
};

/** Values of each option, of any command. */
export const OPTION_VALUES: Readonly<Record<string, Values>> = {
  '--against': 'files',
  '--as': oneOf('script', 'http', 'har'),
  '--auth': oneOf(...SCHEMES),
  '--challenge': 'files',
  '--code-quality': 'files',
  '--condition': conditions,
  '--contracts': oneOf('allow', 'never'),
  '--dialect': dialects,
  '--evidence': runs,
  '--fault': faults,
  '--file': 'files',
  '--har': 'files',
  '--history': 'files',
  '--identities': oneOf('1', '2', '3'),
  '--junit': 'files',
  '--key': 'files',
  '--kubernetes': 'folders',
  '--key-in': oneOf('header', 'query', 'cookie'),
  '--leads': oneOf('allow', 'never'),
  '--line': lines,
  '--live': oneOf('prometheus', 'opentelemetry'),
  '--new': oneOf('fail', 'observe'),
  '--notify': 'folders',
  '--on': dialects,
  '--operation': operations,
  '--out': 'folders',
  '--page': 'files',
  '--profile': profiles,
  '--requirement': { ...requirement, isList: true },
  '--run': runs,
  '--target': 'files',
  '--waivers': 'files',
  '--write-target': 'files',
};

/** Values of each command's argument. */
export const ARGUMENT_VALUES: Readonly<Record<string, Values>> = {
  completion: oneOf('bash', 'zsh', 'fish'),
  explain: explained,
  history: oneOf('list', 'import', 'export', 'prune', 'accept', 'move', 'coverage'),
  merge: 'files',
  rejudge: runs,
  replay: requirement,
  report: 'folders',
  show: requirement,
  verify: 'files',
  waive: requirement,
};
