import {
  tooDeepAt,
  pathText,
  type TargetPath,
  problemList,
  type TargetProblem,
  valueAt,
} from '../client/target/target-error.ts';
import { UsageError } from '../client/usage-error.ts';
import { withChallenge } from './certificate/answered-challenge.ts';
import { POLICIES } from '../store/policies.ts';
import type { RunOrder } from './run-order.ts';
import { type RunRequest, MOST_DRAFTS } from './run-request.ts';
import { newSeed, LARGEST_SEED } from './run-options.ts';
import { VERSION } from '../store/version.ts';
import { resolve } from 'node:path';
import { z } from 'zod';
import { didYouMean } from '../client/did-you-mean.ts';
import { runsFolder } from '../client/project.ts';
import { pathOf, shownValue } from '../client/target/target-issues.ts';
import { LINES } from '../spec/line.ts';
import { challengeProblem } from '../store/certificate/challenge.ts';

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
const readRequest = (request: RunRequest): z.output<typeof requestSchema> => {
  const { data, error } = requestSchema.safeParse(request);
  if (data) return data;
  const problems = error.issues.flatMap((issue) => problemsIn(request, issue));
  throw new UsageError(`what was asked for has ${problemList(problems)}`);
};

const functionIn = (value: unknown, at: TargetPath = []): TargetPath | undefined => {
  if (typeof value === 'function') return at;
  if (typeof value !== 'object' || value === null) return undefined;
  for (const [key, inner] of Object.entries(value)) {
    const found = functionIn(inner, [...at, key]);
    if (found) return found;
  }
  return undefined;
};

/** The suites run on another thread, which is handed data alone. */
const refuseTarget = (what: string, at: TargetPath): never => {
  throw new UsageError(
    `wanted a target of plain data, got ${what} at target.${pathText(at)}; write the target as a module of its own and give its path as target`,
  );
};

const checkDocument = (target: unknown): void => {
  const deep = tooDeepAt(target);
  if (deep) refuseTarget('one that holds itself, or is too deep,', deep.slice(0, 4));
  const found = functionIn(target);
  if (found) refuseTarget('a function', found);
};

const targetOf = (target: string | object | undefined): Pick<RunOrder, 'target' | 'document'> => {
  if (target === undefined) return {};
  if (typeof target === 'string') return { target };
  checkDocument(target);
  // What the caller changes afterwards is not this run's.
  return { document: structuredClone(target) };
};

/** Of an object what is there; a key without a value is as good as none. */
const given = <Values extends object>(
  values: Values,
): { readonly [Key in keyof Values]: Exclude<Values[Key], undefined> } =>
  Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined)) as never;

/** The order of a run that a program asks for, as the command of the same name would give it. Throws UsageError. */
export const orderOf = (command: keyof typeof POLICIES, request: RunRequest): RunOrder => {
  const policy = POLICIES[command];
  const read = readRequest(request);
  const {
    target,
    report,
    gzip,
    failFast,
    onlyFailed: again,
    signal: _,
    onProgress: __,
    seed,
    ...rest
  } = read;
  return withChallenge(
    {
      ...given({ ...rest, seed: seed ?? newSeed(), runs: rest.runs ?? policy.runs }),
      ...targetOf(target),
      ...(report === true ? { report } : {}),
      ...(gzip === true ? { gzip } : {}),
      ...(failFast === true ? { failFast } : {}),
      ...(again === true ? { onlyFailed: again } : {}),
      command,
      version: VERSION,
      thorough: policy.thorough,
    },
    seed !== undefined,
  );
};
