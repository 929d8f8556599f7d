import { lstatSync } from 'node:fs';
import { join } from 'node:path';
import type { z } from 'zod';
import { runAround, TextError, readTextFile } from '../client/target/text-file.ts';
import { didYouMean } from '../client/did-you-mean.ts';
import {
  problemList,
  problemsOf,
  type TargetProblem,
  pathText,
  type TargetPath,
  valueAt,
} from '../client/target/target-error.ts';
import { pathOf, shownValue } from '../client/target/target-issues.ts';
import { UsageError } from '../client/usage-error.ts';
import { readYaml, type TextDocument } from '../client/target/yaml-document.ts';
import type { Waiver } from '../oracles/waive.ts';
import { WAIVER_KEYS, waiversSchema } from './waivers.ts';

/** The file that is taken where none is named, in the caller's folder. */
export const WAIVERS_FILE = 'assay.waivers.yaml';

const refuse = (problems: readonly TargetProblem[]): never => {
  throw new UsageError(`the waivers have ${problemList(problems)}`);
};

const documentOf = (file: string): TextDocument => {
  try {
    return readYaml(readTextFile(file));
  } catch (error) {
    if (!(error instanceof TextError)) throw error;
    return refuse(problemsOf(file, error));
  }
};

const WANTED: Readonly<Record<string, string>> = {
  requirement: 'the id of a requirement or a pattern, such as GAP-CONTRACT-01 or GAP-*',
  operation: 'the id of an operation or a pattern, such as gap.*',
  reason: 'a text: why you accept the fail for now',
  owner: 'a text: who is responsible for the waiver',
  expires: 'last day of the waiver, YYYY-MM-DD (UTC)',
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
  const at = pathOf(issue);
  const place = (path: TargetPath) => ({ source: file + positionOf(path), path: pathText(path) });
  if (issue.code === 'unrecognized_keys') {
    return issue.keys.map((key) => ({
      ...place([...at, key]),
      wanted: `only the keys ${WAIVER_KEYS.join(', ')}`,
      got: `the key ${key}`,
      hint: didYouMean(key, WAIVER_KEYS),
    }));
  }
  return [{ ...place(at), wanted: wantedAt(at), got: shownValue(valueAt(value, at) ?? undefined) }];
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
  const run = given === undefined ? runAround(folder) : undefined;
  if (run !== undefined)
    throw new UsageError(
      `${usual} lies in the folder of a run (${run}), and such a folder is data that anybody may have sent; call from another folder, or name the file: --waivers ${usual}`,
    );
  const file = given ?? usual;
  const document = documentOf(file);
  // All of them may have been taken out, or left as comments.
  const parsed = waiversSchema.safeParse(document.value ?? []);
  if (parsed.success) return parsed.data;
  return refuse(parsed.error.issues.flatMap((issue) => describe(file, document, issue)));
};
