import type { TextError } from './text-error.ts';

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

/** What is wrong with the text of a file. */
export const problemsOf = (file: string, { problems }: TextError): readonly TargetProblem[] =>
  problems.map(({ at, ...problem }) => ({ source: file + at, path: '', ...problem }));

/** The place, what was wanted, what came, what to do. */
const problemText = ({ source, path, wanted, got, hint }: TargetProblem): string =>
  [
    `  ${source}${path === '' ? '' : `  ${path}`}`,
    `    wanted  ${wanted}`,
    `    got     ${got}`,
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
