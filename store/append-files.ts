import { appendFileSync, closeSync, openSync, writeFileSync } from 'node:fs';
import type { AppendFile } from '../client/http/record.ts';

/** Opens a file for appending. Lines are passed to the operating system before `append` returns. */
export const openAppendFile = (path: string): AppendFile => {
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

interface Waiting {
  readonly file: AppendFile;
  lines: string;
}

/** Flushes the pending lines, file by file in order. */
const flushPending = (all: readonly Waiting[]): void => {
  for (const waiting of all) {
    const { lines } = waiting;
    waiting.lines = '';
    if (lines !== '') waiting.file.append(lines);
  }
};

/**
 * Opens files for appending. Lines are buffered and passed to the operating system together at the end of the turn of the event
 * loop: a system call for each of many thousand lines takes a twentieth of a run. A killed process loses the lines of its last
 * turn; a file never lacks a line written before one that was kept, in it or in a file listed earlier. `append`, `flush` and
 * `close` rethrow the error of an earlier write, after which nothing more is written.
 */
export const openAppendFiles = <Name extends string>(paths: Readonly<Record<Name, string>>) => {
  const all = Object.entries<string>(paths).map(([name, path]) => ({
    name,
    file: openAppendFile(path),
    lines: '',
  }));
  let broken: { readonly error: unknown } | undefined;
  let isDue = false;
  const check = (): void => {
    if (broken) throw broken.error;
  };
  const flush = (): void => {
    check();
    try {
      flushPending(all);
    } catch (error) {
      broken = { error };
      throw error;
    }
  };
  const flushLater = (): void => {
    if (!isDue) return;
    isDue = false;
    try {
      flush();
    } catch {
      // It cannot be caught here: the next append or flush rethrows it.
    }
  };
  const opened = (waiting: Waiting): AppendFile => ({
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
  });
  const of = Object.fromEntries(all.map((each) => [each.name, opened(each)]));
  // A thread that crashes does not get another turn.
  process.on('exit', flushLater);
  return {
    of: of as Record<Name, AppendFile>,
    flush,
    close: (): void => {
      process.off('exit', flushLater);
      try {
        flush();
      } finally {
        for (const { file } of all) file.close();
      }
    },
  };
};
