import { isDeepStrictEqual } from 'node:util';
import { parse } from 'yaml';

const bare = (line: string): string => line.replaceAll(/\s+/g, '');

/** The lines of a text, those that differ from a line of the original in blanks alone as they stand there. */
const restored = (fresh: string, original: string): string => {
  const before = original.split('\n');
  let from = 0;
  return fresh
    .split('\n')
    .map((line) => {
      const wanted = bare(line);
      const at =
        wanted === '' ? -1 : before.findIndex((each, n) => n >= from && bare(each) === wanted);
      if (at < 0) return line;
      from = at + 1;
      return before[at];
    })
    .join('\n');
};

const isSame = (one: string, other: string): boolean => {
  try {
    return isDeepStrictEqual(parse(one, { merge: true }), parse(other, { merge: true }));
  } catch {
    return false;
  }
};

/** How far the first indented line of a text is indented; 2 where none is. */
export const indentOf = (text: string): number => {
  const [, blanks] = /^[^\s#-][^\n]*:[^\n]*\n(?:\s*#[^\n]*\n)*( +)[^\s#-]/m.exec(text) ?? [];
  return blanks?.length ?? 2;
};

/** A YAML text that was printed anew, with the blanks of the original wherever a line says what it said before. */
export const asItWasWritten = (fresh: string, original: string): string => {
  const text = restored(fresh, original);
  return isSame(text, fresh) ? text : fresh;
};
