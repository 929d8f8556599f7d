import { tmpdir } from 'node:os';
import { folderWriteError } from '../../client/check-writable.ts';
import { systemErrorText, UsageError } from '../../client/usage-error.ts';

/** Files that Assay and k6 have open in addition to the connections of the virtual users. */
const BESIDE = 64;

/** Limit of open files per process (`ulimit -n`); undefined if the platform does not report it. */
export const openFilesLimit = (): number | undefined => {
  const report = process.report.getReport() as {
    readonly userLimits?: { readonly open_files?: { readonly soft?: number | string } };
  };
  const soft = report.userLimits?.open_files?.soft;
  return typeof soft === 'number' ? soft : undefined;
};

/** `too many open files (ulimit -n is 64, …)`, with advice. */
const filesText = (needs: string, limit: number | undefined): string =>
  `too many open files (ulimit -n is ${limit ?? 'unknown'}${needs}); raise it, such as with ulimit -n 4096, or use a smaller profile`;

/** Reasons why this machine cannot run this many virtual users at once; empty if none is known beforehand. */
export const machineProblems = (users: number, limit = openFilesLimit()): readonly string[] => {
  // Each virtual user has a connection of its own.
  const needed = users + BESIDE;
  const trouble = folderWriteError(tmpdir());
  return [
    limit !== undefined &&
      limit < needed &&
      filesText(`, this profile needs about ${needed}`, limit),
    trouble !== undefined &&
      `${tmpdir()}, which holds the drafts for k6, is not writable: ${trouble}; set TMPDIR to a writable folder`,
  ].filter((problem) => problem !== false);
};

const CAUSES: Readonly<Record<string, () => string>> = {
  EMFILE: () => filesText('', openFilesLimit()),
  ENFILE: () => 'too many files are open on this machine; stop other programs',
  EAGAIN: () => 'too many processes (ulimit -u); stop other programs, or raise it',
  ENOMEM: () => 'out of memory; stop other programs, or use a smaller profile',
};

/** Describes a failed start for lack of resources; any other error is returned unchanged. */
export const startError = (error: unknown): unknown => {
  const { code = '', syscall = '' } = (error ?? {}) as NodeJS.ErrnoException;
  const cause = CAUSES[code];
  if (cause) return new UsageError(`k6 could not be started: ${cause()}`, { cause: error });
  if (syscall !== 'mkdtemp') return error;
  const text = `${tmpdir()} is not writable: ${systemErrorText(error)}; set TMPDIR to a writable folder`;
  return new UsageError(text, { cause: error });
};

const LOCAL: readonly (readonly [RegExp, () => string])[] = [
  [/too many open files/, () => filesText('', openFilesLimit())],
  [
    /cannot assign requested address/,
    () =>
      'no free local port for a new connection; use a smaller profile, or a service that keeps connections open',
  ],
  [/out of memory|cannot allocate memory/, () => 'out of memory; use a smaller profile'],
];

/** The resource that this machine lacked according to a line of k6's log; undefined if the line is about something else. */
export const missingResource = (text: string): string | undefined =>
  LOCAL.find(([pattern]) => pattern.test(text))?.[1]();
