import { readFileSync, statSync, existsSync } from 'node:fs';
import { devNull } from 'node:os';
import { systemErrorText } from '../usage-error.ts';
import { dirname, join, resolve } from 'node:path';

/** One thing that is wrong with a text that a person wrote. */
export interface TextProblem {
  /** `:line:column`, both from 1; empty for the text as a whole. */
  readonly at: string;
  readonly wanted: string;
  readonly got: string;
  /** What to do next. */
  readonly hint?: string | undefined;
}

/** A file that cannot be read, or a text that is not what it should be. A matter of configuration: exit code 2. */
export class TextError extends Error {
  override readonly name = 'TextError';
  readonly problems: readonly TextProblem[];

  constructor(problems: readonly TextProblem[]) {
    super(
      problems
        .map(({ at, wanted, got }) => `${at} expected ${wanted}, got ${got}`.trim())
        .join('\n'),
    );
    this.problems = problems;
  }
}

/** `:line:column` of an offset in a text. */
export const placeIn = (text: string, offset: number): string => {
  const before = text.slice(0, offset).split('\n');
  return `:${before.length}:${(before.at(-1) ?? '').length + 1}`;
};

/** Bytes; what a person writes is never longer, and what is longer was taken for it by mistake. */
const LARGEST = 2 ** 20;

const refuse = (wanted: string, got: string, at = '', hint?: string): never => {
  throw new TextError([{ at, wanted, got, hint }]);
};

const READABLE = 'a file that can be read';

const bytesOf = (file: string): Buffer => {
  try {
    const stats = statSync(file);
    if (stats.isDirectory()) return refuse(READABLE, 'a folder');
    // A pipe would be waited for, and a device read for ever.
    if (!stats.isFile()) return refuse(READABLE, 'a pipe, a socket or a device');
    if (stats.size > LARGEST)
      return refuse('a file of at most 1 MB', `${Math.ceil(stats.size / LARGEST)} MB`);
    return readFileSync(file);
  } catch (error) {
    if (error instanceof TextError) throw error;
    return refuse(READABLE, systemErrorText(error));
  }
};

const HINT = 'save it as UTF-8';

const decode = (bytes: Buffer): string => {
  const [first, second] = bytes;
  if ((first === 0xff && second === 0xfe) || (first === 0xfe && second === 0xff))
    return refuse('a text in UTF-8', 'one in UTF-16', '', HINT);
  const text = new TextDecoder().decode(bytes);
  const control = text.search(/[^\P{Cc}\t\r\n]/u);
  if (control >= 0)
    return refuse('a text in UTF-8', 'a control character', placeIn(text, control), HINT);
  // Whoever means this character wrote it in three bytes.
  const replaced = text.indexOf('\ufffd');
  if (replaced >= 0 && !bytes.includes('\ufffd'))
    return refuse('a text in UTF-8', 'another encoding', placeIn(text, replaced), HINT);
  return text;
};

/** The text of a file in UTF-8, without its byte order mark. Throws TextError. */
export const readTextFile = (file: string): string =>
  file === devNull ? '' : decode(bytesOf(file));

/** Whether a file is the record of a run, as whoever reads runs would take it. */
const isRecord = (file: string): boolean => {
  try {
    const record: unknown = JSON.parse(readFileSync(file, 'utf8'));
    return (
      typeof record === 'object' && record !== null && 'assay' in record && 'command' in record
    );
  } catch {
    return false;
  }
};

/** The folder of a run that a folder is or lies in: what lies there is data that anybody may have sent, no setting. */
export const enclosingRun = (folder: string): string | undefined => {
  const path = resolve(folder);
  const file = join(path, 'run.json');
  if (existsSync(file) && isRecord(file)) return path;
  const above = dirname(path);
  return above === path ? undefined : enclosingRun(above);
};

/** A target file as it was named. */
export interface TargetFileName {
  /** Of the file itself. */
  readonly path: string;
  /** What follows `#`: which of its targets is meant. Undefined where there is no `#`. */
  readonly choice: string | undefined;
}

const ENDING = /\.(?:ya?ml|json|m?[jt]s)$/i;

/** Splits `staging.yaml#blue` into the file and the target in it; what exists as it is named is a file. */
export const targetFileName = (named: string): TargetFileName => {
  const at = named.lastIndexOf('#');
  const path = named.slice(0, at);
  const isWhole = at < 0 || existsSync(named) || !(existsSync(path) || ENDING.test(path));
  return isWhole ? { path: named, choice: undefined } : { path, choice: named.slice(at + 1) };
};

/** Whether a text names a target file, there or not, and not only one of several targets. */
export const isTargetFile = (named: string): boolean => {
  const { path } = targetFileName(named);
  return existsSync(path) || ENDING.test(path);
};
