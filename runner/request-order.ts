import { tooDeepAt, pathText, type TargetPath } from '../client/target/target-error.ts';
import { UsageError } from '../client/usage-error.ts';
import { withChallenge } from './certificate/answered-challenge.ts';
import { POLICIES } from '../store/policies.ts';
import { readRequest } from './request-schema.ts';
import type { RunOrder } from './run-order.ts';
import type { RunRequest } from './run-request.ts';
import { newSeed } from './seed.ts';
import { VERSION } from '../store/version.ts';

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
