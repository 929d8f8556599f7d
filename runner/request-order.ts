import {
  tooDeepPath,
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
import type { RunRequest } from './run-request.ts';
import { RUN_OPTIONS, type RunOption } from './run-options.ts';
import { LARGEST_SEED, newSeed, RANDOM } from './seed.ts';
import { VERSION } from '../store/version.ts';
import { resolve } from 'node:path';
import { z } from 'zod';
import { didYouMean } from '../client/did-you-mean.ts';
import { runsFolder } from '../client/project.ts';
import { pathOf, displayValue } from '../client/target/target-issues.ts';
import { LINES } from '../spec/line.ts';
import { challengeProblem } from '../store/certificate/challenge.ts';

const text = z.string().trim().min(1);
const path = text.transform((value) => resolve(value));

const seed = z.union([
  z.int().min(0).max(LARGEST_SEED),
  z.literal(RANDOM).transform(() => newSeed()),
]);

/** Schema of a value, and the expected form for an error message. */
type Kind = readonly [schema: z.ZodType, wanted: string];

const KINDS: Readonly<Record<Extract<RunOption['kind'], string>, Kind>> = {
  switch: [z.boolean(), 'true or false'],
  name: [text, 'a text that is not empty'],
  address: [text, 'an address'],
  file: [path, 'a path'],
  folder: [path, 'a path'],
  target: [
    z.union([path, z.record(z.string(), z.unknown())]),
    'a target of plain data, or the path of a file',
  ],
  lines: [z.array(z.enum(LINES)).min(1), `a list of lines: ${LINES.join(', ')}`],
  faults: [z.array(text), 'a list of faults'],
  patterns: [z.array(text).min(1), 'a list of ids or patterns, such as ["GAP-*"]'],
  challenge: [
    z.string().refine((value) => challengeProblem(value) === undefined),
    'a challenge as assay challenge prints it',
  ],
  additions: [z.enum(['fail', 'observe']), '"fail" or "observe"'],
  seed: [seed, `a whole number from 0 to ${LARGEST_SEED}, or "${RANDOM}"`],
};

const kindOf = ({ kind, unit }: RunOption): Kind => {
  if (typeof kind === 'string') return KINDS[kind];
  const [from, to] = kind;
  const what = unit === undefined ? 'a whole number' : `a whole number of ${unit}`;
  return [z.int().min(from).max(to), `${what} from ${from} to ${to}`];
};

/** Options of the API by key. */
const REQUEST: Readonly<Record<string, Kind>> = {
  ...Object.fromEntries(Object.entries(RUN_OPTIONS).map(([key, option]) => [key, kindOf(option)])),
  signal: [z.custom((value) => value instanceof AbortSignal), 'an AbortSignal'],
  onProgress: [z.custom((value) => typeof value === 'function'), 'a function'],
};
const KEYS = Object.keys(REQUEST);

const requestSchema = z.strictObject(
  Object.fromEntries(Object.entries(REQUEST).map(([key, [schema]]) => [key, schema.optional()])),
);

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
  const [, wanted] = REQUEST[String(at[0])] ?? [undefined, 'an object'];
  return [
    { source, path: pathText(at), wanted, got: displayValue(valueAt(request, at) ?? undefined) },
  ];
};

/** A request whose paths are absolute and whose seed is a number. */
type ReadRequest = Omit<RunRequest, 'target' | 'seed'> & {
  readonly target?: string | object;
  readonly seed?: number;
};

/** Parses the request of a program, with absolute paths. Throws UsageError with all problems. */
const readRequest = (request: RunRequest): ReadRequest => {
  const { data, error } = requestSchema.safeParse(request);
  if (data) return data;
  const problems = error.issues.flatMap((issue) => problemsIn(request, issue));
  throw new UsageError(`the request has ${problemList(problems)}`);
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

/** Rejects a target that cannot be sent to the suites' thread, which accepts plain data only. */
const refuseTarget = (what: string, at: TargetPath): never => {
  throw new UsageError(
    `expected a target of plain data, got ${what} at target.${pathText(at)}; put the target into a module, and pass its path as target`,
  );
};

const checkDocument = (target: unknown): void => {
  const deep = tooDeepPath(target);
  if (deep) refuseTarget('one that contains itself, or is nested too deeply,', deep.slice(0, 4));
  const found = functionIn(target);
  if (found) refuseTarget('a function', found);
};

const targetOf = (target: string | object | undefined): Pick<RunOrder, 'target' | 'document'> => {
  if (target === undefined) return {};
  if (typeof target === 'string') return { target };
  checkDocument(target);
  // Later changes by the caller do not affect this run.
  return { document: structuredClone(target) };
};

/** Seed of a run without one: of certify a random one, of a gate none, since that of the day takes the target's name. */
const defaultSeed = (command: keyof typeof POLICIES): Pick<RunOrder, 'seed'> =>
  command === 'certify' ? { seed: newSeed() } : {};

/** Order of a run requested through the API, equal to that of the command. Throws UsageError. */
export const orderOf = (command: keyof typeof POLICIES, request: RunRequest): RunOrder => {
  const { target, signal: _, onProgress: __, ...read } = readRequest(request);
  if (command === 'certify' && read.new !== undefined)
    throw new UsageError('new is for a gate: certify judges everything at once; leave it out');
  const { runs, thorough } = POLICIES[command];
  // A key with an undefined value counts as absent.
  const given = Object.entries(read).filter(([, value]) => value !== undefined);
  return withChallenge(
    {
      line: LINES,
      fault: [],
      ...defaultSeed(command),
      runs,
      out: runsFolder(),
      ...(Object.fromEntries(given) as typeof read),
      ...targetOf(target),
      command,
      version: VERSION,
      thorough,
    },
    read.seed !== undefined,
  );
};
