import { appendFileSync, closeSync, openSync, writeFileSync } from 'node:fs';

/** A file that whole lines are appended to. */
export interface LineFile {
  /** Throws what a write failed with, be it an earlier one. */
  readonly append: (lines: string) => void;
  /** Lines may still come afterwards: a run that was stopped does not wait for what is under way. */
  readonly close: () => void;
}

/** Opens a file for appending. Its lines are handed to the operating system before `append` returns. */
export const openLineFile = (path: string): LineFile => {
  let file: number | undefined = openSync(path, 'a');
  return {
    append: (lines) => {
      if (file === undefined) appendFileSync(path, lines);
      else writeFileSync(file, lines);
    },
    close: () => {
      if (file !== undefined) closeSync(file);
      file = undefined;
    },
  };
};

/** Files of lines that belong together. */
export interface LineFiles<Name extends string> {
  readonly of: Readonly<Record<Name, LineFile>>;
  /** Hands what waits to the operating system. Throws what a write failed with, be it an earlier one. */
  readonly flush: () => void;
  readonly close: () => void;
}

interface Waiting {
  readonly file: LineFile;
  lines: string;
}

/** Writes to files together: nothing any more once a write has failed. */
const createWriting = (all: readonly Waiting[]) => {
  let broken: { readonly error: unknown } | undefined;
  const check = (): void => {
    if (broken) throw broken.error;
  };
  return {
    /** Throws what a write failed with. */
    check,
    /** Hands over what waits, the files in their order. */
    flush: (): void => {
      check();
      try {
        for (const waiting of all) {
          const { lines } = waiting;
          waiting.lines = '';
          if (lines !== '') waiting.file.append(lines);
        }
      } catch (error) {
        broken = { error };
        throw error;
      }
    },
  };
};

/**
 * Opens files for appending, whose lines are handed to the operating system together, when the turn of the event loop ends in
 * which they were appended: a call for each of many thousand lines takes a twentieth of a run. A process that is killed loses
 * what came in its last turn; what is kept of a file never lacks a line that came before it, there or in a file that is named
 * before. `append` throws what an earlier write failed with.
 */
export const openLineFiles = <Name extends string>(
  paths: Readonly<Record<Name, string>>,
): LineFiles<Name> => {
  const all: Waiting[] = [];
  const { check, flush } = createWriting(all);
  let isDue = false;
  const flushLater = (): void => {
    if (!isDue) return;
    isDue = false;
    try {
      flush();
    } catch {
      // Nobody can catch it here: whoever appends or flushes next is told.
    }
  };
  const opened = (path: string): LineFile => {
    const waiting: Waiting = { file: openLineFile(path), lines: '' };
    all.push(waiting);
    return {
      append: (lines) => {
        check();
        waiting.lines += lines;
        if (isDue) return;
        isDue = true;
        setImmediate(flushLater);
      },
      close: () => {
        flush();
        waiting.file.close();
      },
    };
  };
  const of = Object.fromEntries(
    Object.entries<string>(paths).map(([name, path]) => [name, opened(path)]),
  ) as Record<Name, LineFile>;
  // A thread that breaks ends without another turn.
  process.on('exit', flushLater);
  return {
    of,
    flush,
    close: () => {
      process.off('exit', flushLater);
      try {
        flush();
      } finally {
        for (const { file } of all) file.close();
      }
    },
  };
};
