/** One thing that is wrong with a target. */
export interface TargetProblem {
  /** The file, variable or flag that it came from, with `:line:column` where known. */
  readonly source: string;
  /** Dotted, such as `identities.owner.auth.token`; empty for the target as a whole. */
  readonly path: string;
  readonly wanted: string;
  readonly got: string;
  /** What to do next, such as `did you mean base_url?`. */
  readonly hint?: string;
}

/** A problem on lines of its own: the place, what was wanted, what came, what to do. */
export const problemText = ({ source, path, wanted, got, hint }: TargetProblem): string =>
  [
    `  ${source}${path === '' ? '' : `  ${path}`}`,
    `    wanted  ${wanted}`,
    `    got     ${got}`,
    ...(hint === undefined ? [] : [`    ${hint}`]),
  ].join('\n');

/** A target, or what it refers to, that cannot be used; `message` lists every problem, for a person. A matter of configuration: exit code 2. */
export class TargetError extends Error {
  override readonly name = 'TargetError';
  readonly problems: readonly TargetProblem[];

  constructor(problems: readonly TargetProblem[], what = 'the target') {
    const count = problems.length === 1 ? 'a problem' : `${problems.length} problems`;
    super(`${what} has ${count}:\n${problems.map(problemText).join('\n')}`);
    this.problems = problems;
  }
}
