import { readFileSync, statSync, existsSync } from 'node:fs';
import { devNull } from 'node:os';
import { jsonIn } from '../../spec/json-text.ts';
import { systemErrorText } from '../usage-error.ts';
import { dirname, join, resolve } from 'node:path';

/** A problem of a text that a person wrote. */
export interface TextProblem {
  /** `:line:column`, both from 1; empty for the text as a whole. */
  readonly at: string;
  readonly wanted: string;
  readonly got: string;
  /** Next step. */
  readonly hint?: string | undefined;
}

/** An unreadable file, or an invalid text. A configuration error: exit code 2. */
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

/** Maximum size in bytes; no hand-written file is larger. */
const LARGEST = 2 ** 20;

const refuse = (wanted: string, got: string, at = '', hint?: string): never => {
  throw new TextError([{ at, wanted, got, hint }]);
};

const READABLE = 'a file that can be read';

const bytesOf = (file: string): Buffer => {
  try {
    const stats = statSync(file);
    if (stats.isDirectory()) return refuse(READABLE, 'a folder');
    // Reading a pipe would block, and a device would never end.
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
  // A replacement character in the source takes three bytes.
  const replaced = text.indexOf('\ufffd');
  if (replaced >= 0 && !bytes.includes('\ufffd'))
    return refuse('a text in UTF-8', 'another encoding', placeIn(text, replaced), HINT);
  return text;
};

/** Text of a UTF-8 file, without its byte order mark. Throws TextError. */
export const readTextFile = (file: string): string =>
  file === devNull ? '' : decode(bytesOf(file));

/** Tests if a file is the record of a run. */
const isRecord = (file: string): boolean => {
  try {
    const record = jsonIn(readFileSync(file, 'utf8'));
    return (
      typeof record === 'object' && record !== null && 'assay' in record && 'command' in record
    );
  } catch {
    return false;
  }
};

/** Folder of the run that contains a folder: its files are data that anyone may have sent, not configuration. */
export const enclosingRun = (folder: string): string | undefined => {
  const path = resolve(folder);
  const file = join(path, 'run.json');
  if (existsSync(file) && isRecord(file)) return path;
  const above = dirname(path);
  return above === path ? undefined : enclosingRun(above);
};

/** Parsed name of a target file. */
export interface TargetFileName {
  /** Path of the file itself. */
  readonly path: string;
  /** Name after `#`, which selects a target; undefined without `#`. */
  readonly choice: string | undefined;
}

const ENDING = /\.(?:ya?ml|json|m?[jt]s)$/i;

/** Splits `staging.yaml#blue` into file and target; an existing path is always a file. */
export const targetFileName = (named: string): TargetFileName => {
  const at = named.lastIndexOf('#');
  const path = named.slice(0, at);
  const isWhole = at < 0 || existsSync(named) || !(existsSync(path) || ENDING.test(path));
  return isWhole ? { path: named, choice: undefined } : { path, choice: named.slice(at + 1) };
};

/** Tests if a text names a target file, existing or not, rather than one of several targets. */
export const isTargetFile = (named: string): boolean => {
  const { path } = targetFileName(named);
  return existsSync(path) || ENDING.test(path);
};
