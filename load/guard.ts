import { type Stream, Writable } from 'node:stream';

/** Whether programs can be guarded here: by a shell, which Windows does not have. */
export const GUARDED = process.platform !== 'win32';

/** What the shell says before the reason where it cannot become the program. */
const NOT_STARTED = 'assay-not-started';

/**
 * Becomes the program, so that its id and its group are those that were started, after leaving a watcher behind in the same
 * group: it reads a pipe whose other end only the starting process has, and which therefore ends with that process, even
 * where it is killed. It then kills the group, itself included, and before it, where no line came, removes the folder. While
 * it lives, no other process can get the group's number.
 */
const SCRIPT = `folder=$1; shift
(read -r _ <&3 || [ -z "$folder" ] || /bin/rm -rf "$folder"; kill -9 0) </dev/null >/dev/null 2>&1 &
[ -x "$1" ] || command -v "$1" >/dev/null || { echo "${NOT_STARTED}" >&2; exit 127; }
exec "$@" 3<&-`;

/** What the shell is called with. */
export const guardArguments = (
  program: string,
  args: readonly string[],
  scratch: string,
): string[] => ['-c', SCRIPT, 'assay', scratch, program, ...args];

/** Lets the watcher go once the program has ended. */
export const letGuardGo = (pipe: Stream | null | undefined): void => {
  if (!(pipe instanceof Writable)) return;
  // It may have been killed with its group.
  pipe.on('error', () => undefined).end('\n');
};

/** Finds out whether the program was started at all. */
export interface StartProblem {
  /** True where the line is the shell's. */
  readonly hear: (line: string) => boolean;
  readonly after: (code: number | null) => Error | undefined;
}

/** Listens to the shell in front of this program. */
export const startProblem = (program: string): StartProblem => {
  let isMissing = false;
  return {
    hear: (line) => {
      if (line === NOT_STARTED) isMissing = true;
      return line === NOT_STARTED;
    },
    after: (code) => {
      if (isMissing) return new Error(`${program} is no program that can be started (ENOENT)`);
      return code === 126 ? new Error(`${program} cannot be started (EACCES)`) : undefined;
    },
  };
};
