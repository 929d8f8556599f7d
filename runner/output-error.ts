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

/**
 * Message for an error of writing a file: the machine is at fault, not the service or the harness. Undefined for any other
 * error. `fallback` names the file if the error does not.
 */
export const outputErrorText = (error: unknown, fallback = 'the output'): string | undefined => {
  const { code, syscall, path, dest } = (error ?? {}) as NodeJS.ErrnoException & { dest?: string };
  const cause = CAUSES[code ?? ''];
  if (cause === undefined || !FILE_CALLS.has(syscall ?? '')) return undefined;
  return `${dest ?? path ?? fallback} cannot be written: ${cause} (${code}). Free some space or name another place (--out), then run again; what was written before remains readable.`;
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
