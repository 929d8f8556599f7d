import { messageOf } from './message-of.ts';
const TROUBLES: Readonly<Record<string, string>> = {
  ENOENT: 'there is nothing of this name',
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
export const troubleOf = (error: unknown): string => {
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  return TROUBLES[code] ?? messageOf(error);
};
