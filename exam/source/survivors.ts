import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';
import { z } from 'zod';
import { PROJECT } from '../../client/project.ts';
import { matchesGlob } from '../../spec/glob.ts';
import { JUDGEMENT_RULES } from '../../spec/judgement.ts';
import type { SourceMutant } from './instrument.ts';

/** File of the explanations of survivors. */
const SURVIVORS_FILE = join(PROJECT, 'exam', 'source', 'survivors.yaml');

const expression = z.string().transform((source, context) => {
  try {
    return new RegExp(source, 's');
  } catch {
    context.addIssue({ code: 'custom', message: `"${source}" is not a regular expression` });
    return z.NEVER;
  }
});

/** The mutant is equivalent, or these judgement rules leave its behaviour open. */
const reason = z.string().superRefine((text, context) => {
  const [, rules] = /^(?:equivalent|open by ([A-Z\d, ]+)): .{10,}/s.exec(text) ?? [];
  const unknown = (rules ?? '').split(', ').filter((id) => id !== '' && !(id in JUDGEMENT_RULES));
  if (!/^(equivalent|open by [A-Z\d, ]+): .{10,}/s.test(text))
    context.addIssue({ code: 'custom', message: 'expected "equivalent: …" or "open by S13: …"' });
  for (const id of unknown)
    context.addIssue({ code: 'custom', message: `there is no judgement rule ${id}` });
});

const explanationSchema = z.strictObject({
  /** File, or a pattern of files. */
  file: z.string(),
  mutators: z.array(z.string()).min(1).optional(),
  /** Matches the first line of the mutated source text. */
  code: expression.optional(),
  original: expression.optional(),
  replacement: expression.optional(),
  reason,
});

/** Explanation of the survivors that match a pattern. */
export type Explanation = z.output<typeof explanationSchema>;

/** Parses explanations. Throws if the text is malformed. */
export const parseSurvivors = (text: string): readonly Explanation[] =>
  z.array(explanationSchema).parse(parse(text) ?? []);

/** Reads the project's explanations. */
export const readSurvivors = (file: string = SURVIVORS_FILE): readonly Explanation[] =>
  parseSurvivors(readFileSync(file, 'utf8'));

const fits = (
  { file, mutators, code, original, replacement }: Explanation,
  mutant: SourceMutant,
): boolean =>
  matchesGlob(file, mutant.file) &&
  (mutators?.includes(mutant.mutator) ?? true) &&
  (code?.test(mutant.code) ?? true) &&
  (original?.test(mutant.original) ?? true) &&
  (replacement?.test(mutant.replacement) ?? true);

/** The first explanation of a mutant. */
export const explanationOf = (
  mutant: SourceMutant,
  explanations: readonly Explanation[],
): Explanation | undefined => explanations.find((each) => fits(each, mutant));

/** Explanations that match none of these mutants. */
export const unusedExplanations = (
  survivors: readonly SourceMutant[],
  explanations: readonly Explanation[],
): readonly Explanation[] => {
  const needed = new Set(survivors.map((mutant) => explanationOf(mutant, explanations)));
  return explanations.filter((each) => !needed.has(each));
};
