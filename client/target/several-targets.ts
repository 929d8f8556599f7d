import { basename } from 'node:path';
import { didYouMean } from '../did-you-mean.ts';
import type { Target } from '../target.ts';
import { type TargetPath, valueAt } from './target-error.ts';
import { TextError, type TextProblem } from './text-file.ts';
import type { TextDocument } from './yaml-document.ts';

type Part<Value> = Value extends readonly unknown[] | ((...given: never[]) => unknown)
  ? Value
  : Value extends object
    ? { readonly [Key in keyof Value]?: Part<Value[Key]> }
    : Value;

/** A file of several targets: shared keys, and by name those that each target adds or overrides. */
export type SeveralTargets = Part<Target> & {
  readonly targets: Readonly<Record<string, Part<Target>>>;
};

type Mapping = Readonly<Record<string, unknown>>;

const isMapping = (value: unknown): value is Mapping =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** A credential of another scheme has other keys, so it is not merged with the shared one. */
const isOtherScheme = (shared: Mapping, own: Mapping, path: TargetPath): boolean =>
  path[0] === 'identities' &&
  path[2] === 'auth' &&
  path.length === 3 &&
  own['scheme'] !== undefined &&
  own['scheme'] !== shared['scheme'];

const merged = (shared: unknown, own: unknown, path: TargetPath): unknown => {
  if (!isMapping(shared) || !isMapping(own) || isOtherScheme(shared, own, path)) return own;
  const fresh = Object.entries(own).map(([key, value]) => [
    key,
    Object.hasOwn(shared, key) ? merged(shared[key], value, [...path, key]) : value,
  ]);
  return { ...shared, ...(Object.fromEntries(fresh) as Mapping) };
};

/** Maps a path of a merged target to its origin: the named target, or the shared keys. */
const writtenAt =
  (document: Mapping, choice: string): ((path: TargetPath) => TargetPath) =>
  (path) => {
    for (let depth = path.length; depth > 0; depth -= 1) {
      const part = path.slice(0, depth);
      const own = ['targets', choice, ...part];
      if (valueAt(document, own) !== undefined) return own;
      if (valueAt(document, part) !== undefined) return part;
    }
    return ['targets', choice];
  };

/** Valid name of a target in a file. */
export const TARGET_NAME: RegExp = /^[\w.-]+$/;

const WANTED = 'targets: a mapping from names, such as blue, to the keys of each target';

const kindOf = (value: unknown): string => {
  if (value === null) return 'nothing';
  return Array.isArray(value) ? 'a list' : `a ${typeof value === 'string' ? 'text' : typeof value}`;
};

const mappingProblem = (
  targets: unknown,
): (Omit<TextProblem, 'at'> & { in: TargetPath }) | undefined => {
  const at = ['targets'];
  if (!isMapping(targets)) return { in: at, wanted: WANTED, got: kindOf(targets) };
  const names = Object.keys(targets);
  if (names.length === 0) return { in: at, wanted: WANTED, got: 'no name' };
  const odd = names.find((name) => !TARGET_NAME.test(name));
  if (odd !== undefined)
    return {
      in: [...at, odd],
      wanted: 'a name of letters, digits, dots, dashes and underscores',
      got: odd,
    };
  const bare = names.find((name) => !isMapping(targets[name]) && targets[name] !== null);
  return bare === undefined
    ? undefined
    : { in: [...at, bare], wanted: 'an object of keys', got: kindOf(targets[bare]) };
};

const choiceProblem = (
  choice: string | undefined,
  names: readonly string[],
  file: string,
): Omit<TextProblem, 'at'> | undefined => {
  if (choice !== undefined && names.includes(choice)) return undefined;
  const [first = ''] = names;
  return choice === undefined
    ? {
        wanted: `one of the targets of this file: ${names.join(', ')}`,
        got: 'the file without #NAME',
        hint: `write ${basename(file)}#${first}`,
      }
    : {
        wanted: `a target of this file: ${names.join(', ')}`,
        got: `#${choice}`,
        hint: didYouMean(choice, names),
      };
};

const refuse = (problem: TextProblem): never => {
  throw new TextError([problem]);
};

/**
 * Selects a target of a file: the file itself, or of several the chosen one, merged over the shared keys. Objects are merged
 * deeply, lists and scalars replaced. Throws TextError if no target, or an unknown one, was chosen.
 */
export const chosenTarget = (
  { value, positionOf }: TextDocument,
  choice: string | undefined,
  file: string,
): TextDocument => {
  if (!isMapping(value) || !Object.hasOwn(value, 'targets')) {
    if (choice === undefined) return { value, positionOf };
    const hint = `remove #${choice}, or write its keys below targets: and ${choice}:`;
    return refuse({
      at: '',
      wanted: `targets: in the file, with ${choice} below it`,
      got: 'a file with a single target',
      hint,
    });
  }
  const { targets, ...shared } = value;
  const odd = mappingProblem(targets);
  if (odd) return refuse({ ...odd, at: positionOf(odd.in) });
  const named = targets as Mapping;
  const wrong = choiceProblem(choice, Object.keys(named), file);
  if (wrong || choice === undefined)
    return refuse({ at: positionOf(['targets']), wanted: '', got: '', ...wrong });
  const at = writtenAt(value, choice);
  return {
    value: merged(shared, named[choice] ?? {}, []),
    positionOf: (path) => positionOf(at(path)),
  };
};
