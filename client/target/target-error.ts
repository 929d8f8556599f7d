import type { TextError } from './text-file.ts';

/** Where something stands in a target: keys and positions from the top. */
export type TargetPath = readonly (string | number)[];

/** A path as a person writes it: `identities.owner.auth.token`, `bodies["gap.draft-create"].a[0]`. */
export const pathText = (path: TargetPath): string =>
  path
    .map((part) => {
      if (typeof part === 'number') return `[${part}]`;
      return /^[\w$-]+$/.test(part) ? `.${part}` : `[${JSON.stringify(part)}]`;
    })
    .join('')
    .replace(/^\./, '');

/** What stands at the path, or undefined. */
export const valueAt = (value: unknown, path: TargetPath): unknown =>
  path.reduce<unknown>(
    (at, key) =>
      typeof at === 'object' && at !== null ? (at as Record<string, unknown>)[key] : undefined,
    value,
  );

const SECRETS = ['token', 'password', 'key', 'clientSecret'];

/** True of the path of a secret: of an identity's credential, of a header, or of the passphrase of a certificate. */
export const isSecretPath = (path: TargetPath): boolean =>
  (path[0] === 'tls' && path[1] === 'passphrase') ||
  (path[0] === 'headers' && path.length === 2) ||
  (path[0] === 'identities' &&
    path[2] === 'auth' &&
    path.length === 4 &&
    SECRETS.includes(String(path[3])));

/** One thing that is wrong with a target. */
export interface TargetProblem {
  /** The file, variable or flag that it came from, with `:line:column` where known. */
  readonly source: string;
  /** Dotted, such as `identities.owner.auth.token`; empty for the target as a whole. */
  readonly path: string;
  readonly wanted: string;
  readonly got: string;
  /** What to do next, such as `did you mean base_url?`. */
  readonly hint?: string | undefined;
}

/** A problem without its source: the loader knows where the value came from. */
export type Issue = Omit<TargetProblem, 'source' | 'path'> & { readonly path: TargetPath };

/** What is wrong with the text of a file. */
export const problemsOf = (file: string, { problems }: TextError): readonly TargetProblem[] =>
  problems.map(({ at, ...problem }) => ({ source: file + at, path: '', ...problem }));

const problemText = ({ source, path, wanted, got, hint }: TargetProblem): string =>
  [
    `  ${source}${path === '' ? '' : `  ${path}`}`,
    `    expected  ${wanted}`,
    `    got       ${got}`,
    ...(hint === undefined ? [] : [`    ${hint}`]),
  ].join('\n');

/** A longer list is read once. */
const LONGEST_AGAIN = 80;

/** What was wanted, of a long list that stands above only what it is a list of. */
const withoutTwin = (problem: TargetProblem, before: readonly TargetProblem[]): TargetProblem => {
  const { wanted } = problem;
  const end = wanted.indexOf(': ');
  const isTold = before.some((other) => other.wanted === wanted);
  return isTold && end > 0 && wanted.length > LONGEST_AGAIN
    ? { ...problem, wanted: `${wanted.slice(0, end)} (listed above)` }
    : problem;
};

/** How many problems there are, and each on lines of its own. */
export const problemList = (problems: readonly TargetProblem[]): string => {
  const told = problems.map((each, at) => problemText(withoutTwin(each, problems.slice(0, at))));
  return `${problems.length === 1 ? 'a problem' : `${problems.length} problems`}:\n${told.join('\n')}`;
};

/** A target, or what it refers to, that cannot be used; `message` lists every problem, for a person. A matter of configuration: exit code 2. */
export class TargetError extends Error {
  override readonly name = 'TargetError';
  readonly problems: readonly TargetProblem[];

  constructor(problems: readonly TargetProblem[], what = 'the target') {
    super(`${what} has ${problemList(problems)}`);
    this.problems = problems;
  }
}

/** Levels of lists and objects in each other; a body of the service has six. */
export const MAX_DEPTH = 50;

/** The path at which a value is deeper than allowed, as is one that holds itself; undefined where it is not. */
export const tooDeepPath = (value: unknown): TargetPath | undefined => {
  const open: { readonly path: TargetPath; readonly value: unknown }[] = [{ path: [], value }];
  for (let next = open.pop(); next; next = open.pop()) {
    const { path, value: item } = next;
    if (typeof item !== 'object' || item === null) continue;
    if (path.length >= MAX_DEPTH) return path;
    const isList = Array.isArray(item);
    for (const [key, inner] of Object.entries(item))
      open.push({ path: [...path, isList ? Number(key) : key], value: inner });
  }
  return undefined;
};
