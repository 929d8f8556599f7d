import { tmpdir } from 'node:os';
import { folderWriteError } from '../../client/check-writable.ts';
import { systemErrorText, UsageError } from '../../client/usage-error.ts';

/** Files that Assay and k6 have open beside the connections of the virtual users. */
const BESIDE = 64;

/** How many files a process may have open (`ulimit -n`); undefined where the system does not tell. */
export const openFilesLimit = (): number | undefined => {
  const report = process.report.getReport() as {
    readonly userLimits?: { readonly open_files?: { readonly soft?: number | string } };
  };
  const soft = report.userLimits?.open_files?.soft;
  return typeof soft === 'number' ? soft : undefined;
};

/** `too many open files (ulimit -n is 64, …)`, with what to do. */
const filesText = (needs: string, limit: number | undefined): string =>
  `too many open files (ulimit -n is ${limit ?? 'not known'}${needs}); raise it, as with ulimit -n 4096, or take a smaller profile`;

/** Why this machine cannot run a load of so many virtual users at once; empty: nothing that is known beforehand. */
export const machineProblems = (users: number, limit = openFilesLimit()): readonly string[] => {
  // Each virtual user has a connection of its own.
  const needed = users + BESIDE;
  const trouble = folderWriteError(tmpdir());
  return [
    limit !== undefined &&
      limit < needed &&
      filesText(`, this profile needs about ${needed}`, limit),
    trouble !== undefined &&
      `nothing can be written into ${tmpdir()}, where k6 finds its drafts: ${trouble}; set TMPDIR to a folder that can be written`,
  ].filter((problem) => problem !== false);
};

const CAUSES: Readonly<Record<string, () => string>> = {
  EMFILE: () => filesText('', openFilesLimit()),
  ENFILE: () => 'too many files are open on this machine; end what is not needed',
  EAGAIN: () => 'too many processes (see ulimit -u); end what is not needed, or raise it',
  ENOMEM: () => 'no memory is left; end what is not needed, or take a smaller profile',
};

/** The error of a start that the machine refused, in words for its user; any other error as it is. */
export const startError = (error: unknown): unknown => {
  const { code = '', syscall = '' } = (error ?? {}) as NodeJS.ErrnoException;
  const cause = CAUSES[code];
  if (cause) return new UsageError(`k6 could not be started: ${cause()}`, { cause: error });
  if (syscall !== 'mkdtemp') return error;
  const text = `nothing can be written into ${tmpdir()}: ${systemErrorText(error)}; set TMPDIR to a folder that can be written`;
  return new UsageError(text, { cause: error });
};

const LOCAL: readonly (readonly [RegExp, () => string])[] = [
  [/too many open files/, () => filesText('', openFilesLimit())],
  [
    /cannot assign requested address/,
    () =>
      'no local port was free for a new connection; take a smaller profile, or a service that keeps connections open',
  ],
  [/out of memory|cannot allocate memory/, () => 'out of memory; take a smaller profile'],
];

/** What this machine lacked, as a line of k6's log tells it; undefined: the line tells of something else. */
export const lackIn = (text: string): string | undefined =>
  LOCAL.find(([pattern]) => pattern.test(text))?.[1]();
