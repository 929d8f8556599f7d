import { appendFileSync, closeSync, openSync, writeFileSync } from 'node:fs';
import type { AppendFile } from '../client/http/record.ts';

/** Opens a file for appending. Its lines are handed to the operating system before `append` returns. */
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

/** Hands over what waits, the files in their order. */
const handOver = (all: readonly Waiting[]): void => {
  for (const waiting of all) {
    const { lines } = waiting;
    waiting.lines = '';
    if (lines !== '') waiting.file.append(lines);
  }
};

/**
 * Opens files for appending, whose lines are handed to the operating system together, when the turn of the event loop ends in
 * which they were appended: a call for each of many thousand lines takes a twentieth of a run. A process that is killed loses
 * what came in its last turn; what is kept of a file never lacks a line that came before it, there or in a file that is named
 * before. `append`, `flush` and `close` throw what an earlier write failed with, after which nothing is written any more.
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
      handOver(all);
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
      // Nobody can catch it here: whoever appends or flushes next is told.
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
  // A thread that breaks ends without another turn.
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
