import type { TextError } from './text-file.ts';

/** Path in a target: keys and indices from the root. */
export type TargetPath = readonly (string | number)[];

/** A path in source notation: `identities.owner.auth.token`, `bodies["gap.draft-create"].a[0]`. */
export const pathText = (path: TargetPath): string =>
  path
    .map((part) => {
      if (typeof part === 'number') return `[${part}]`;
      return /^[\w$-]+$/.test(part) ? `.${part}` : `[${JSON.stringify(part)}]`;
    })
    .join('')
    .replace(/^\./, '');

/** Value at the path, or undefined. */
export const valueAt = (value: unknown, path: TargetPath): unknown =>
  path.reduce<unknown>(
    (at, key) =>
      typeof at === 'object' && at !== null ? (at as Record<string, unknown>)[key] : undefined,
    value,
  );

const SECRETS = ['token', 'password', 'key', 'clientSecret'];

/** Tests if the path is that of a secret: an identity's credential, a header, or the passphrase of a certificate. */
export const isSecretPath = (path: TargetPath): boolean =>
  (path[0] === 'tls' && path[1] === 'passphrase') ||
  (path[0] === 'headers' && path.length === 2) ||
  (path[0] === 'identities' &&
    path[2] === 'auth' &&
    path.length === 4 &&
    SECRETS.includes(String(path[3])));

/** A problem of a target. */
export interface TargetProblem {
  /** File, variable or flag of the value, with `:line:column` if known. */
  readonly source: string;
  /** Dotted, such as `identities.owner.auth.token`; empty for the target as a whole. */
  readonly path: string;
  readonly wanted: string;
  readonly got: string;
  /** Next step, such as `did you mean base_url?`. */
  readonly hint?: string | undefined;
}

/** A problem without its source, which the loader adds. */
export type Issue = Omit<TargetProblem, 'source' | 'path'> & { readonly path: TargetPath };

/** Problems of the text of a file. */
export const problemsOf = (file: string, { problems }: TextError): readonly TargetProblem[] =>
  problems.map(({ at, ...problem }) => ({ source: file + at, path: '', ...problem }));

const problemText = ({ source, path, wanted, got, hint }: TargetProblem): string =>
  [
    `  ${source}${path === '' ? '' : `  ${path}`}`,
    `    expected  ${wanted}`,
    `    got       ${got}`,
    ...(hint === undefined ? [] : [`    ${hint}`]),
  ].join('\n');

/** Maximum characters of a list that is printed again. */
const LONGEST_AGAIN = 80;

/** Replaces a long list of expected values by a reference if an earlier problem has printed it. */
const shortenedIfListed = (
  problem: TargetProblem,
  before: readonly TargetProblem[],
): TargetProblem => {
  const { wanted } = problem;
  const end = wanted.indexOf(': ');
  const isListed = before.some((other) => other.wanted === wanted);
  return isListed && end > 0 && wanted.length > LONGEST_AGAIN
    ? { ...problem, wanted: `${wanted.slice(0, end)} (listed above)` }
    : problem;
};

/** Number of problems, and each on its own lines. */
export const problemList = (problems: readonly TargetProblem[]): string => {
  const texts = problems.map((each, at) =>
    problemText(shortenedIfListed(each, problems.slice(0, at))),
  );
  return `${problems.length === 1 ? 'a problem' : `${problems.length} problems`}:\n${texts.join('\n')}`;
};

/**
 * An unusable target, or something unusable that it refers to; `message` lists every problem for the user. A configuration
 * error: exit code 2.
 */
export class TargetError extends Error {
  override readonly name = 'TargetError';
  readonly problems: readonly TargetProblem[];

  constructor(problems: readonly TargetProblem[], what = 'the target') {
    super(`${what} has ${problemList(problems)}`);
    this.problems = problems;
  }
}

/** Maximum nesting depth; a body of the service has six levels. */
export const MAX_DEPTH = 50;

/** Path at which a value exceeds the nesting depth, as a cyclic one does; undefined if none does. */
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
