import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { LineCounter, parseDocument } from 'yaml';
import type { z } from 'zod';
import { didYouMean } from '../client/did-you-mean.ts';
import type { Waiver } from '../oracles/waive.ts';
import { WAIVER_KEYS, waiversSchema } from '../reports/waivers.ts';
import { UsageError } from './usage-error.ts';

/** The file that is taken where none is named, in the caller's folder. */
export const WAIVERS_FILE = 'assay.waivers.yaml';

interface WaiverDocument {
  readonly value: unknown;
  /** `:line:column` of a path, or of the nearest thing around it. */
  readonly positionOf: (path: readonly PropertyKey[]) => string;
}

const refuse = (problems: readonly string[]): never => {
  const count = problems.length === 1 ? 'a problem' : `${problems.length} problems`;
  throw new UsageError(`the waivers have ${count}:\n${problems.join('\n')}`);
};

const problem = (source: string, path: string, wanted: string, got: string, hint?: string) =>
  [
    `  ${source}${path === '' ? '' : `  ${path}`}`,
    `    wanted  ${wanted}`,
    `    got     ${got}`,
    ...(hint === undefined ? [] : [`    ${hint}`]),
  ].join('\n');

const textOf = (file: string): string => {
  try {
    return readFileSync(file, 'utf8');
  } catch (error) {
    const got = error instanceof Error ? error.message : String(error);
    return refuse([problem(file, '', 'a file that can be read', got)]);
  }
};

const documentOf = (file: string): WaiverDocument => {
  const counter = new LineCounter();
  const document = parseDocument(textOf(file), { lineCounter: counter, prettyErrors: false });
  const at = (offset: number): string => {
    const { line, col } = counter.linePos(offset);
    return `:${line}:${col}`;
  };
  if (document.errors.length > 0) {
    refuse(
      document.errors.map((error) => problem(file + at(error.pos[0]), '', 'YAML', error.message)),
    );
  }
  const positionOf = (path: readonly PropertyKey[]): string => {
    const node = document.getIn(path, true) as { range?: [number, number, number] } | undefined;
    if (node?.range) return at(node.range[0]);
    return path.length > 0 ? positionOf(path.slice(0, -1)) : '';
  };
  return { value: document.toJS(), positionOf };
};

const pathText = (path: readonly PropertyKey[]): string =>
  path
    .map((key) => (typeof key === 'number' ? `[${key}]` : `.${String(key)}`))
    .join('')
    .replace(/^\./, '');

const valueAt = (value: unknown, path: readonly PropertyKey[]): unknown =>
  path.reduce<unknown>(
    (at, key) =>
      typeof at === 'object' && at !== null ? (at as Record<PropertyKey, unknown>)[key] : undefined,
    value,
  );

const WANTED: Readonly<Record<string, string>> = {
  requirement: 'the id of a requirement, such as GAP-CONTRACT-01',
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

const wantedAt = (path: readonly PropertyKey[]): string => {
  if (path.length === 0) return 'a list of waivers';
  if (path.length === 1) return `a waiver with ${WAIVER_KEYS.join(', ')}`;
  return WANTED[String(path[1])] ?? 'a waiver';
};

const describe = (file: string, { value, positionOf }: WaiverDocument, issue: z.core.$ZodIssue) => {
  if (issue.code === 'unrecognized_keys') {
    return issue.keys.map((key) => {
      const path = [...issue.path, key];
      const wanted = `only the keys ${WAIVER_KEYS.join(', ')}`;
      const hint = didYouMean(key, WAIVER_KEYS);
      return problem(file + positionOf(path), pathText(path), wanted, `the key ${key}`, hint);
    });
  }
  const { path } = issue;
  const got = shown(valueAt(value, path));
  return [problem(file + positionOf(path), pathText(path), wantedAt(path), got)];
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
  if (given === undefined && !existsSync(usual)) return [];
  const file = given ?? usual;
  const document = documentOf(file);
  // All of them may have been taken out, or left as comments.
  const parsed = waiversSchema.safeParse(document.value ?? []);
  if (parsed.success) return parsed.data;
  return refuse(parsed.error.issues.flatMap((issue) => describe(file, document, issue)));
};
