import { existsSync } from 'node:fs';
import { dirname } from 'node:path';
import { parse } from 'dotenv';
import { runAround } from './run-around.ts';
import { problemsOf, TargetError } from './target-error.ts';
import { TextError, type TextProblem } from './text-error.ts';
import { readTextFile } from './text-file.ts';
import { UsageError } from '../usage-error.ts';

const ASSIGNMENT = /^\s*(?:export\s+)?[\w.-]+(?:\s*=|:\s)[ \t]*(.*)$/;

/** How many lines a value takes from this one on; undefined where its quote is closed by none. */
const linesOf = (lines: readonly string[], at: number, quote: string, first: string) => {
  const isClosing = (text: string): boolean => text.replaceAll(`\\${quote}`, '').includes(quote);
  if (isClosing(first.slice(1))) return 1;
  const end = lines.slice(at + 1).findIndex(isClosing);
  return end < 0 ? undefined : end + 2;
};

/** Lines of which dotenv would take nothing, or only a part. Values are never shown. */
const problemsIn = (text: string): readonly TextProblem[] => {
  const lines = text.split(/\r\n?|\n/);
  const found: TextProblem[] = [];
  for (let at = 0; at < lines.length; at += 1) {
    const line = lines[at] ?? '';
    if (/^\s*(#|$)/.test(line)) continue;
    const value = ASSIGNMENT.exec(line)?.[1];
    const place = `:${at + 1}:1`;
    if (value === undefined) {
      found.push({ at: place, wanted: 'NAME=value, a comment or nothing', got: 'something else' });
      continue;
    }
    const quote = /^["'`]/.exec(value)?.[0];
    if (quote === undefined && /^[^\s#]+#/.test(value))
      found.push({
        at: place,
        wanted: 'a value with # in it in quotes',
        got: 'one without them, of which only what is before the # would be taken',
      });
    const count = quote === undefined ? 1 : linesOf(lines, at, quote, value);
    if (count === undefined)
      found.push({ at: place, wanted: `a closing ${quote}`, got: 'the end of the file' });
    at += (count ?? 1) - 1;
  }
  return found;
};

const checked = (file: string): string => {
  try {
    const text = readTextFile(file);
    const problems = problemsIn(text);
    if (problems.length > 0) throw new TextError(problems);
    return text;
  } catch (error) {
    if (!(error instanceof TextError)) throw error;
    throw new TargetError(problemsOf(file, error), 'the file .env');
  }
};

/** Refuses a `.env` that came with a run: it could name the service that is sent the caller's credential. */
const refuseOfRun = (file: string): void => {
  const run = runAround(dirname(file));
  if (run === undefined) return;
  throw new UsageError(
    `${file} lies in the folder of a run (${run}), and such a folder is data that anybody may have sent; call from another folder, or delete that file`,
  );
};

/**
 * The variables of a `.env` file, which need not exist. Throws TargetError for one that cannot be read as it is meant, and
 * UsageError for one in the folder of a run.
 */
export const readEnvFile = (file: string): Readonly<Record<string, string>> => {
  if (!existsSync(file)) return {};
  refuseOfRun(file);
  return parse(checked(file));
};
