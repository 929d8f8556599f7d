import type { SourceMutant } from '../source/instrument.ts';
import type { MutantOutcome } from '../source/mutant-outcome.ts';
import type { Judged } from '../source/mutant-trial.ts';

/** A mutant for tests, by default of the first line of a rule. */
export const exampleMutant = (changes: Partial<SourceMutant> = {}): SourceMutant => ({
  id: '1',
  file: 'reference/rules/employer.ts',
  line: 1,
  column: 1,
  mutator: 'StringLiteral',
  original: "'employer'",
  replacement: '""',
  code: "id: 'employer',",
  declaration: 1,
  ...changes,
});

/** A judgement of a mutant, for tests. */
export const exampleJudged = (
  outcome: MutantOutcome,
  changes: Partial<SourceMutant> = {},
): Judged => ({
  mutant: exampleMutant(changes),
  outcome,
  lines: ['jobloss'],
  failed: [],
  inconclusive: [],
  milliseconds: 1,
});
