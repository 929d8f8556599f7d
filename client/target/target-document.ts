import { existsSync, realpathSync } from 'node:fs';
import { basename, dirname, extname } from 'node:path';
import { readJson } from './json-document.ts';
import {
  enclosingRun,
  TextError,
  readTextFile,
  targetFileName,
  type TextProblem,
} from './text-file.ts';
import { chosenTarget } from './several-targets.ts';
import { problemsOf, TargetError, tooDeepPath, pathText } from './target-error.ts';
import { readYaml, type TextDocument } from './yaml-document.ts';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { setTimeout as sleep } from 'node:timers/promises';
import { messageOf } from '../usage-error.ts';

const fromModule = async (file: string): Promise<TextDocument> => {
  // Same message as for other files that cannot be read.
  readTextFile(file);
  return { value: await readTargetModule(file), positionOf: () => '' };
};

const READERS: Readonly<Record<string, (file: string) => TextDocument | Promise<TextDocument>>> = {
  '.yaml': (file) => readYaml(readTextFile(file)),
  '.yml': (file) => readYaml(readTextFile(file)),
  '.json': (file) => readJson(readTextFile(file)),
  '.ts': fromModule,
  '.mts': fromModule,
  '.js': fromModule,
  '.mjs': fromModule,
};

/** Refuses a module inside a run's folder: it would be a program of the sender of the run. */
const refuseOfRun = (file: string): void => {
  const run = existsSync(file) ? enclosingRun(dirname(realpathSync(file))) : undefined;
  if (run === undefined) return;
  throw new TextError([
    {
      at: '',
      wanted: 'a target file of yours, outside the folder of any run',
      got: `a file in the folder of the run ${run}`,
      hint: 'the folder of a run may come from anyone: read the file, and copy it to a folder of yours',
    },
  ]);
};

const refuseMissing = (): never => {
  throw new TextError([
    {
      at: '',
      wanted: 'a target file that can be read',
      got: 'no such file',
      hint: 'assay init writes a first one',
    },
  ]);
};

const unknownEnding = (file: string): never => {
  const known = Object.keys(READERS)
    .join(', ')
    .replace(/, (\S+)$/, ' or $1');
  const got = extname(file) || 'no ending';
  throw new TextError([{ at: '', wanted: `a file that ends in ${known}`, got }]);
};

/** A parsed target with its file. */
export interface TargetDocument extends TextDocument {
  readonly path: string;
  /** Name of the chosen target in a file of several, such as `staging.yaml#blue`, without a folder. */
  readonly chosenAs?: string;
}

/** Reads a target file: YAML, JSON or a module; `FILE#NAME` is one of several in it. Throws TargetError. */
export const readTargetDocument = async (named: string): Promise<TargetDocument> => {
  const { path, choice } = targetFileName(named);
  try {
    if (!existsSync(path)) refuseMissing();
    refuseOfRun(path);
    const read = READERS[extname(path).toLowerCase()] ?? unknownEnding;
    const document = chosenTarget(await read(path), choice, path);
    return { ...document, path, ...(choice === undefined ? {} : { chosenAs: basename(named) }) };
  } catch (error) {
    if (!(error instanceof TextError)) throw error;
    throw new TargetError(problemsOf(path, error));
  }
};

/** Timeout for loading a module, in milliseconds. */
const LONGEST = 5000;
const MODULE_HINT = 'write: export default { base_url: … } satisfies Target';

const refuse = (problem: Partial<TextProblem> & Omit<TextProblem, 'at'>): never => {
  throw new TextError([{ at: '', ...problem }]);
};

/** Position of an error in the file: `:line` or `:line:column` from Node's stack trace. */
const placeOf = (error: unknown, url: string): string => {
  const { stack = '' } = error instanceof Error ? error : {};
  const at = [url, fileURLToPath(url)].find((name) => stack.includes(`${name}:`));
  if (at === undefined) return '';
  return /^(:\d+)(:\d+)?/.exec(stack.slice(stack.indexOf(`${at}:`) + at.length))?.[0] ?? '';
};

const firstLineOf = (error: unknown): string =>
  messageOf(error).trim().split('\n')[0] || 'an error without a message';

const imported = async (url: string): Promise<{ readonly default?: unknown }> => {
  try {
    return (await import(/* @vite-ignore */ url)) as { readonly default?: unknown };
  } catch (error) {
    return refuse({
      at: placeOf(error, url),
      wanted: 'a module that loads by itself',
      got: firstLineOf(error),
      hint: 'write a type-only import as import type',
    });
  }
};

const inTime = async <Value>(work: Promise<Value>): Promise<Value> => {
  const stop = new AbortController();
  const late = sleep(LONGEST, 'late' as const, { signal: stop.signal }).catch(
    () => 'late' as const,
  );
  const first = await Promise.race([work.then((value) => ({ value })), late]);
  stop.abort();
  if (first !== 'late') return first.value;
  return refuse({
    wanted: `a module that is loaded within ${LONGEST / 1000} s`,
    got: 'one that still awaits something',
  });
};

const kindOf = (value: unknown): string => {
  if (value instanceof Promise) return 'a promise';
  return typeof value === 'function' ? 'a function' : 'no default export';
};

/** Target exported by a TypeScript or JavaScript module. Throws TextError. */
const readTargetModule = async (file: string): Promise<unknown> => {
  const { default: value } = await inTime(imported(pathToFileURL(file).href));
  if (value === undefined || value instanceof Promise || typeof value === 'function') {
    // Nothing awaits it, and its error is not the one to fix first.
    if (value instanceof Promise) value.catch(() => undefined);
    return refuse({
      wanted: 'the target as default export',
      got: kindOf(value),
      hint: value instanceof Promise ? 'await it: export default await …' : MODULE_HINT,
    });
  }
  const deep = tooDeepPath(value);
  if (deep)
    return refuse({
      wanted: 'a target without cycles',
      got: `one that contains itself, or is nested too deeply, at ${pathText(deep.slice(0, 4))}`,
    });
  return value;
};
