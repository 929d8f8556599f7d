import { readFileSync } from 'node:fs';
import { parse } from 'yaml';
import { z } from 'zod';
import { matchesGlob } from '../../spec/glob.ts';
import type { Violation } from './violation.ts';

const FILE = new URL('explained.yaml', import.meta.url);

const expression = z.string().transform((source) => new RegExp(source, 's'));

const explanationSchema = z.strictObject({
  /** Such as ST202. */
  code: z.string().regex(/^ST\d+$/),
  /** Method and path, or a pattern of them. Left out: all. */
  operation: z.string().optional(),
  /** Of the message of Schemathesis. Left out: any. */
  message: expression.optional(),
  /** Of status and text of the answer. Left out: any. */
  answer: expression.optional(),
  /** Why it is no violation of the specification. */
  reason: z.string().min(20),
});

/** Why a kind of report is no violation. */
export type Explanation = z.output<typeof explanationSchema>;

/** The explanations of `explained.yaml`. Throws ZodError where one is not well-formed. */
export const readExplanations = (): readonly Explanation[] =>
  z.array(explanationSchema).parse(parse(readFileSync(FILE, 'utf8')));

/** Whether an explanation is about a violation. */
export const explains = (
  { code, operation = '*', message, answer }: Explanation,
  violation: Violation,
): boolean =>
  code === violation.code &&
  matchesGlob(operation, violation.operation) &&
  (message?.test(violation.message) ?? true) &&
  (answer?.test(violation.answer) ?? true);
