import { resolve } from 'node:path';
import { isInside } from '../client/paths.ts';

/** Reasons why a file cannot be written, by error code. */
const CAUSES: Readonly<Record<string, string>> = {
  ENOSPC: 'no space is left on the device',
  EDQUOT: 'the disk quota is used up',
  EFBIG: 'the file has reached its maximum size',
  EIO: 'the device reports an I/O error',
  EROFS: 'the file system is read-only',
  EACCES: 'permission is denied',
  EPERM: 'permission is denied',
  EMFILE: 'too many files are open in this process',
  ENFILE: 'too many files are open on this machine',
  ENOTDIR: 'a part of its path is a file',
  EISDIR: 'it is a folder',
  ENAMETOOLONG: 'its name is too long',
};
/** System calls on files, for errors without a path. */
const FILE_CALLS = new Set([
  'open',
  'write',
  'writev',
  'mkdir',
  'rename',
  'copyfile',
  'fsync',
  'ftruncate',
]);

/** Causes that more space mends; for another, the limit has to be raised or another place named. */
const SPACE = new Set(['ENOSPC', 'EDQUOT']);

const limitOf = (code: string): string | undefined => {
  if (code === 'EFBIG') return 'Raise the limit (ulimit -f)';
  return code === 'EMFILE' || code === 'ENFILE' ? 'Raise the limit (ulimit -n)' : undefined;
};

/** Option of a command line whose value is the file, or a folder above it. */
const optionNaming = (file: string, args: readonly string[]): string | undefined => {
  const path = resolve(file);
  const isAbove = (value: string): boolean => isInside(resolve(value), path);
  for (const [at, arg] of args.entries()) {
    const [, option, value = args[at + 1]] = /^(--[\w-]+)(?:=(.+))?$/s.exec(arg) ?? [];
    if (option !== undefined && value !== undefined && isAbove(value)) return option;
  }
  return undefined;
};

/** What the message needs to know of its surroundings. */
interface Surroundings {
  /** Name of the file, if the error has none. */
  readonly fallback?: string;
  /** Command line, whose options name files. */
  readonly args?: readonly string[];
}

/**
 * Message for an error of writing a file: the machine is at fault, not the service or the harness. Undefined for any other
 * error.
 */
export const outputErrorText = (
  error: unknown,
  { fallback = 'the output', args = [] }: Surroundings = {},
): string | undefined => {
  const {
    code = '',
    syscall,
    path,
    dest,
  } = (error ?? {}) as NodeJS.ErrnoException & { dest?: string };
  const cause = CAUSES[code];
  if (cause === undefined || !FILE_CALLS.has(syscall ?? '')) return undefined;
  const file = path ?? dest ?? fallback;
  const another = `name another place with ${optionNaming(file, args) ?? '--out'}`;
  const first = limitOf(code) ?? (SPACE.has(code) ? 'Free some space there' : undefined);
  const advice = first === undefined ? another.replace('n', 'N') : `${first}, or ${another}`;
  return `${file} cannot be written: ${cause} (${code}). ${advice}, then run again; what was written before remains readable.`;
};

/** Best effort: attempts something that only explains a verdict; errors go to `report`, and the verdict stands. */
export const bestEffort = <Result>(
  report: (sentence: string) => void,
  what: string,
  write: () => Result,
): Result | undefined => {
  try {
    return write();
  } catch (error) {
    report(outputErrorText(error) ?? `${what}: ${String(error)}`);
    return undefined;
  }
};
