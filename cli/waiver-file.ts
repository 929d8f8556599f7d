import { lstatSync } from 'node:fs';
import { join } from 'node:path';
import type { z } from 'zod';
import { didYouMean } from '../client/did-you-mean.ts';
import { problemText, type TargetProblem } from '../client/target-error.ts';
import { pathText, type TargetPath, valueAt } from '../client/target-path.ts';
import { TextError } from '../client/text-error.ts';
import { readTextFile } from '../client/text-file.ts';
import { UsageError } from '../client/usage-error.ts';
import { readYaml, type TextDocument } from '../client/yaml-document.ts';
import type { Waiver } from '../oracles/waive.ts';
import { WAIVER_KEYS, waiversSchema } from '../reports/waivers.ts';

/** The file that is taken where none is named, in the caller's folder. */
export const WAIVERS_FILE = 'assay.waivers.yaml';

const refuse = (problems: readonly TargetProblem[]): never => {
  const count = problems.length === 1 ? 'a problem' : `${problems.length} problems`;
  throw new UsageError(`the waivers have ${count}:\n${problems.map(problemText).join('\n')}`);
};

const documentOf = (file: string): TextDocument => {
  try {
    return readYaml(readTextFile(file));
  } catch (error) {
    if (!(error instanceof TextError)) throw error;
    return refuse(
      error.problems.map(({ at, ...problem }) => ({ source: file + at, path: '', ...problem })),
    );
  }
};

const WANTED: Readonly<Record<string, string>> = {
  requirement: 'the id of a requirement or a pattern, such as GAP-CONTRACT-01 or GAP-*',
  operation: 'the id of an operation or a pattern, such as gap.*',
  reason: 'a text: why the fail is accepted for now',
  owner: 'a text: who answers for it',
  expires: 'the last day on which it holds, YYYY-MM-DD (UTC)',
};

const LONGEST = 120;

const shown = (value: unknown): string => {
  if (value === undefined || value === null) return 'nothing';
  const text = JSON.stringify(value);
  return text.length > LONGEST ? `${text.slice(0, LONGEST)}…` : text;
};

const wantedAt = (path: TargetPath): string => {
  if (path.length === 0) return 'a list of waivers';
  if (path.length === 1) return `a waiver with ${WAIVER_KEYS.join(', ')}`;
  return WANTED[String(path[1])] ?? 'a waiver';
};

const describe = (
  file: string,
  { value, positionOf }: TextDocument,
  issue: z.core.$ZodIssue,
): readonly TargetProblem[] => {
  const at = issue.path.map((key) => (typeof key === 'number' ? key : String(key)));
  const place = (path: TargetPath) => ({ source: file + positionOf(path), path: pathText(path) });
  if (issue.code === 'unrecognized_keys') {
    return issue.keys.map((key) => {
      const hint = didYouMean(key, WAIVER_KEYS);
      const wanted = `only the keys ${WAIVER_KEYS.join(', ')}`;
      const problem = { ...place([...at, key]), wanted, got: `the key ${key}` };
      return hint === undefined ? problem : { ...problem, hint };
    });
  }
  return [{ ...place(at), wanted: wantedAt(at), got: shown(valueAt(value, at)) }];
};

/**
 * The waivers of the named file, else of `assay.waivers.yaml` in the folder, else none. Throws UsageError, which lists
 * everything that is wrong with the file; whether its ids exist is found out by the run.
 */
export const readWaivers = (
  given: string | undefined,
  folder: string = process.cwd(),
): readonly Waiver[] => {
  const usual = join(folder, WAIVERS_FILE);
  const isThere = lstatSync(usual, { throwIfNoEntry: false }) !== undefined;
  if (given === undefined && !isThere) return [];
  const file = given ?? usual;
  const document = documentOf(file);
  // All of them may have been taken out, or left as comments.
  const parsed = waiversSchema.safeParse(document.value ?? []);
  if (parsed.success) return parsed.data;
  return refuse(parsed.error.issues.flatMap((issue) => describe(file, document, issue)));
};
