import type { GeneratorContext } from './context.ts';

/** Whether a draft keeps a rule; what the rule does not speak of keeps it. */
export type Rule<D> = (draft: D, context: GeneratorContext) => boolean;

/** The rules of a line by name. */
export type Rules<D> = Readonly<Record<string, Rule<D>>>;

/** Whether one value at most is there; none counts as kept, since drafts are incremental (E4). */
export const atMostOne = (...values: readonly unknown[]): boolean =>
  values.filter((value) => value !== undefined).length <= 1;
