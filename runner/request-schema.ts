import { resolve } from 'node:path';
import { z } from 'zod';
import { didYouMean } from '../client/did-you-mean.ts';
import { runsFolder } from '../client/project.ts';
import { MOST_DRAFTS, type RunRequest } from './run-request.ts';
import {
  problemList,
  type TargetProblem,
  pathText,
  valueAt,
} from '../client/target/target-error.ts';
import { pathOf, shownValue } from '../client/target/target-issues.ts';
import { UsageError } from '../client/usage-error.ts';
import { LINES } from '../spec/line.ts';
import { challengeProblem } from '../store/certificate/challenge.ts';
import { LARGEST_SEED } from './seed.ts';

const text = z.string().trim().min(1);
const path = text.transform((value) => resolve(value));
const texts = z.array(text).min(1);

const requestSchema = z.strictObject({
  target: z.union([path, z.record(z.string(), z.unknown())]).optional(),
  baseUrl: text.optional(),
  gapBaseUrl: text.optional(),
  insecure: z.boolean().optional(),
  dialect: text.optional(),
  fault: z.array(text).default([]),
  line: z
    .array(z.enum(LINES))
    .min(1)
    .default([...LINES]),
  requirement: texts.optional(),
  operation: texts.optional(),
  seed: z.int().min(0).max(LARGEST_SEED).optional(),
  challenge: z
    .string()
    .refine((value) => challengeProblem(value) === undefined)
    .optional(),
  runs: z.int().min(1).max(MOST_DRAFTS).optional(),
  maxTime: z.int().min(1).max(86_400).optional(),
  failFast: z.boolean().optional(),
  onlyFailed: z.boolean().optional(),
  waivers: path.optional(),
  junit: path.optional(),
  codeQuality: path.optional(),
  key: path.optional(),
  gzip: z.boolean().optional(),
  report: z.boolean().optional(),
  out: path.default(() => runsFolder()),
  signal: z.custom((value) => value instanceof AbortSignal).optional(),
  onProgress: z.custom((value) => typeof value === 'function').optional(),
});

const NAME = 'a text that is not empty';
const NAMES = 'a list of ids or patterns, such as ["GAP-*"]';
const PATH = 'a path';
const YES_OR_NO = 'true or false';

const WANTED: Readonly<Record<keyof RunRequest, string>> = {
  target: 'a target of plain data, or the path of a file',
  baseUrl: 'an address',
  gapBaseUrl: 'an address',
  insecure: YES_OR_NO,
  dialect: NAME,
  fault: 'a list of faults',
  line: `a list of lines: ${LINES.join(', ')}`,
  requirement: NAMES,
  operation: NAMES,
  seed: `a whole number from 0 to ${LARGEST_SEED}`,
  challenge: 'a challenge as assay challenge prints it',
  runs: 'a whole number from 1 to 10000',
  maxTime: 'a whole number of seconds from 1 to 86400',
  failFast: YES_OR_NO,
  onlyFailed: YES_OR_NO,
  waivers: PATH,
  junit: PATH,
  codeQuality: PATH,
  key: PATH,
  gzip: YES_OR_NO,
  report: YES_OR_NO,
  out: PATH,
  signal: 'an AbortSignal',
  onProgress: 'a function',
};
const KEYS = Object.keys(WANTED);

const problemsIn = (request: unknown, issue: z.core.$ZodIssue): readonly TargetProblem[] => {
  const source = 'the request';
  if (issue.code === 'unrecognized_keys')
    return issue.keys.map((key) => ({
      source,
      path: key,
      wanted: `only the keys ${KEYS.join(', ')}`,
      got: `the key ${key}`,
      hint: didYouMean(key, KEYS),
    }));
  const at = pathOf(issue);
  const wanted = WANTED[String(at[0]) as keyof RunRequest] ?? 'an object';
  return [
    { source, path: pathText(at), wanted, got: shownValue(valueAt(request, at) ?? undefined) },
  ];
};

/** What a program asks for, with every default that a request has by itself. Throws UsageError, which lists all that is wrong. */
export const readRequest = (request: RunRequest): z.output<typeof requestSchema> => {
  const { data, error } = requestSchema.safeParse(request);
  if (data) return data;
  const problems = error.issues.flatMap((issue) => problemsIn(request, issue));
  throw new UsageError(`what was asked for has ${problemList(problems)}`);
};
