/** The caller or the configuration is at fault: exit code 2. The message says what was wanted, what came, what to do. */
export class UsageError extends Error {
  override readonly name = 'UsageError';
}

/** What an error says; whatever else was thrown, as a text. */
export const messageOf = (error: unknown): string =>
  error instanceof Error ? error.message : String(error);

const TROUBLES: Readonly<Record<string, string>> = {
  ENOENT: 'no such file',
  ENOTDIR: 'a file stands where a folder is needed',
  EISDIR: 'it is a folder',
  EEXIST: 'a file of this name is there',
  EACCES: 'the system does not allow it',
  EPERM: 'the system does not allow it',
  EROFS: 'the disk can only be read',
  ENOSPC: 'the disk is full',
  EDQUOT: 'the disk is full',
  ELOOP: 'its links lead round in a circle',
  ENAMETOOLONG: 'the name is too long',
  EMFILE: 'too many files are open',
};

/** What the system refused, in words; what it said itself where there are no better ones. */
export const systemErrorText = (error: unknown): string => {
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  return TROUBLES[code] ?? messageOf(error);
};

/** The service does not answer, or not as one: usage where a person waits for it, the end of a night that nobody watches. */
export class UnansweredError extends UsageError {}
