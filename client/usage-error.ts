/**
 * An error of the caller or the configuration: exit code 2. The message has the expected value, the actual one, and what to do.
 */
export class UsageError extends Error {
  override readonly name = 'UsageError';
}

/** Message of an error; any other thrown value as text. */
export const messageOf = (error: unknown): string =>
  error instanceof Error ? error.message : String(error);

const TROUBLES: Readonly<Record<string, string>> = {
  ENOENT: 'no such file',
  ENOTDIR: 'a part of the path is a file',
  EISDIR: 'it is a folder',
  EEXIST: 'a file of this name exists',
  EACCES: 'permission is denied',
  EPERM: 'permission is denied',
  EROFS: 'the file system is read-only',
  ENOSPC: 'the disk is full',
  EDQUOT: 'the disk is full',
  ELOOP: 'its symbolic links form a cycle',
  ENAMETOOLONG: 'the name is too long',
  EMFILE: 'too many files are open',
};

/** Error of the operating system in words; its own message if there are none. */
export const systemErrorText = (error: unknown): string => {
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  return TROUBLES[code] ?? messageOf(error);
};

/** The service does not answer, or not like one: a usage error for an interactive caller, the end of an unattended night. */
export class UnansweredError extends UsageError {}

/** Nothing is configured wrongly: another try may succeed. A load is then INVALID. */
export class UnavailableError extends UnansweredError {}
