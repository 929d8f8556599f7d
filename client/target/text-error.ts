/** One thing that is wrong with a text that a person wrote. */
export interface TextProblem {
  /** `:line:column`, both from 1; empty for the text as a whole. */
  readonly at: string;
  readonly wanted: string;
  readonly got: string;
  /** What to do next. */
  readonly hint?: string | undefined;
}

/** A file that cannot be read, or a text that is not what it should be. A matter of configuration: exit code 2. */
export class TextError extends Error {
  override readonly name = 'TextError';
  readonly problems: readonly TextProblem[];

  constructor(problems: readonly TextProblem[]) {
    super(
      problems.map(({ at, wanted, got }) => `${at} wanted ${wanted}, got ${got}`.trim()).join('\n'),
    );
    this.problems = problems;
  }
}

/** `:line:column` of an offset in a text. */
export const placeIn = (text: string, offset: number): string => {
  const before = text.slice(0, offset).split('\n');
  return `:${before.length}:${(before.at(-1) ?? '').length + 1}`;
};
