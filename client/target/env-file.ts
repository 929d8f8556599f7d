import { existsSync } from 'node:fs';
import { dirname } from 'node:path';
import { parse } from 'dotenv';
import { enclosingRun, TextError, type TextProblem, readTextFile } from './text-file.ts';
import { problemsOf, TargetError } from './target-error.ts';
import { UsageError } from '../usage-error.ts';
import {
  type EnvironmentEffect,
  type EnvironmentRule,
  ENVIRONMENT_RULES,
} from './environment-rules.ts';

/** Environment variables by name; undefined means not set. */
export type Environment = Readonly<Record<string, string | undefined>>;

const ASSIGNMENT = /^\s*(?:export\s+)?[\w.-]+(?:\s*=|:\s)[ \t]*(.*)$/;

/** Number of lines of a value that starts here; undefined if its quote is not closed. */
const linesOf = (lines: readonly string[], at: number, quote: string, first: string) => {
  const isClosing = (text: string): boolean => text.replaceAll(`\\${quote}`, '').includes(quote);
  if (isClosing(first.slice(1))) return 1;
  const end = lines.slice(at + 1).findIndex(isClosing);
  return end < 0 ? undefined : end + 2;
};

/** Lines that dotenv would ignore completely or in part. Values are never shown. */
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
        wanted: 'quotes around a value that contains #',
        got: 'a value without quotes, which would end before the #',
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

/** Refuses a `.env` inside a run's folder: it could name the service that receives the caller's credential. */
const refuseOfRun = (file: string): void => {
  const run = enclosingRun(dirname(file));
  if (run === undefined) return;
  throw new UsageError(
    `${file} is in the folder of a run (${run}), which may come from anyone; call Assay from another folder, or delete the file`,
  );
};

/** Variables of a `.env` file, if it exists. Throws TargetError, and UsageError for one in the folder of a run. */
export const readEnvFile = (file: string): Readonly<Record<string, string>> => {
  if (!existsSync(file)) return {};
  refuseOfRun(file);
  return parse(checked(file));
};

/** A variable or flag that is set, and its effect on the run; without its value. */
export interface EnvironmentFinding {
  readonly name: string;
  readonly effect: Exclude<EnvironmentEffect, 'harmless'>;
  /** Sentence that the run prints; absent if there is none, or another line covers it. */
  readonly notice?: string;
}

/** Input that is checked for findings. */
export interface EnvironmentInput {
  readonly environment: Readonly<Record<string, string | undefined>>;
  /** Node's command-line flags. */
  readonly nodeFlags?: readonly string[];
  /** True if an address or a proxy uses https. */
  readonly usesTls: boolean;
}

const isNamed = (name: string, rule: EnvironmentRule): boolean =>
  rule.names
    .split(' ')
    .some((each) => (each.endsWith('*') ? name.startsWith(each.slice(0, -1)) : name === each));

const ruleOf = (name: string, value: string): EnvironmentRule | undefined =>
  ENVIRONMENT_RULES.find(
    (rule) => isNamed(name, rule) && (rule.value === undefined || rule.value.test(value)),
  );

/** Words of NODE_OPTIONS, which may contain double quotes and backslashes. */
const wordsOf = (options: string): readonly string[] =>
  Array.from(options.matchAll(/(?:"(?:\\.|[^"\\])*"?|[^\s"])+/g), ([word]) =>
    word.replaceAll(/\\(.)|"/g, '$1'),
  );

/** Names of Node flags, normalised: dashes and underscores are equivalent, and a value may follow. */
const flagsIn = (words: readonly string[]): readonly string[] =>
  words
    .filter((word) => word.startsWith('-'))
    .map((word) => (word.split('=')[0] ?? '').replaceAll('_', '-'));

const findingOf = (
  name: string,
  shown: string,
  value: string,
  usesTls: boolean,
): readonly EnvironmentFinding[] => {
  const rule = ruleOf(name, value);
  if (!rule || rule.effect === 'harmless' || (rule.tls && !usesTls)) return [];
  const { effect, what, printedElsewhere } = rule;
  const isPrinted = effect === 'said' || effect === 'uncertified';
  const end = effect === 'uncertified' ? '; certify grants no certificate with it' : '';
  return [
    {
      name: shown,
      effect,
      ...(isPrinted && !printedElsewhere ? { notice: `${shown} ${what}${end}` } : {}),
    },
  ];
};

/** Settings outside Assay that change what it trusts or loads, each once, ordered by name. */
export const environmentFindings = ({
  environment,
  nodeFlags = [],
  usesTls,
}: EnvironmentInput): readonly EnvironmentFinding[] => {
  const variables = Object.entries(environment)
    .filter((entry): entry is [string, string] => Boolean(entry[1]))
    .flatMap(([name, value]) => findingOf(name, name, value, usesTls));
  const options = wordsOf(environment['NODE_OPTIONS'] ?? '');
  const flags = [
    ...flagsIn(options).map((flag) => [flag, `${flag} (NODE_OPTIONS)`] as const),
    ...flagsIn(nodeFlags).map((flag) => [flag, `${flag} (node)`] as const),
  ].flatMap(([flag, shown]) => findingOf(flag, shown, '', usesTls));
  const all = [...variables, ...flags];
  return all.filter(({ name }, at) => all.findIndex((each) => each.name === name) === at);
};

/** Error of a finding that is refused. */
export const refusalOf = (
  name: string,
): { readonly wanted: string; readonly got: string; readonly hint: string } => {
  const bare = name.split(' ')[0] ?? name;
  const rule = ENVIRONMENT_RULES.find((each) => each.effect === 'refused' && isNamed(bare, each));
  const of = bare.startsWith('-') ? `remove ${bare} from NODE_OPTIONS` : `unset ${bare}`;
  return {
    wanted: 'an environment in which credentials stay secret',
    got: `${name}, which ${rule?.what ?? 'shows them'}`,
    hint: `${of} and repeat the command`,
  };
};

/** Tests if a `.env` may not set a variable: Node or the system read it from the process only, or it names a program. */
export const isProcessOnly = (name: string): boolean =>
  name === 'NODE_OPTIONS' ||
  (ENVIRONMENT_RULES.some((rule) => isNamed(name, rule) && !rule.inFile) &&
    !ENVIRONMENT_RULES.some((rule) => isNamed(name, rule) && rule.inFile));
