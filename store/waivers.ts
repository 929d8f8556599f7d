import { z } from 'zod';
import { lstatSync, existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { enclosingRun, TextError, readTextFile } from '../client/target/text-file.ts';
import { didYouMean } from '../client/did-you-mean.ts';
import {
  problemList,
  problemsOf,
  type TargetProblem,
  pathText,
  type TargetPath,
  valueAt,
} from '../client/target/target-error.ts';
import { pathOf, displayValue } from '../client/target/target-issues.ts';
import { UsageError } from '../client/usage-error.ts';
import { readYaml, type TextDocument } from '../client/target/yaml-document.ts';
import type { Waiver } from '../oracles/waive.ts';
import { type Document, isMap, isSeq, parseDocument, type YAMLMap, type YAMLSeq } from 'yaml';
import type { CellVerdict, WaivedBy } from '../oracles/finding.ts';
import { writeAtomically } from './atomic-write.ts';
import { requirementOf } from '../spec/catalogue.ts';

const text = z.string().trim().min(1);

const waiver = z
  .strictObject({
    requirement: text.describe(
      'Id of a requirement, such as GAP-CONTRACT-01, or a pattern with * and ?, such as GAP-*.',
    ),
    operation: text
      .default('*')
      .describe('Id of an operation, such as gap.contract-create, or a pattern with * and ?.'),
    reason: text.describe('Why the fail is accepted for now, such as the number of a ticket.'),
    owner: text.describe('Person responsible for the waiver.'),
    expires: z.iso.date().describe('Last day of the waiver, UTC, YYYY-MM-DD.'),
  })
  .describe(
    'A fail that is accepted until a day. Errors and cells that were not judged are never waived.',
  );

/** Schema of a waivers file (assay.waivers.yaml), from which `waivers.schema.json` is derived. */
export const waiversSchema = z
  .array(waiver)
  .describe('Known fails of a service, each accepted until a day.');

/** JSON Schema (2020-12) of a waivers file as its user writes it, for editors. */
export const waiversJsonSchema = (): object =>
  z.toJSONSchema(waiversSchema.meta({ title: 'Waivers of Assay' }), { io: 'input' });

const WAIVER_KEYS: readonly string[] = Object.keys(waiver.shape);

/** Converts line endings to those of the original (CRLF if it has any), so that editors and diffs show only real changes. */
export const withLineEndingsOf = (fresh: string, original: string): string =>
  original.includes('\r\n') ? fresh.replaceAll(/\r?\n/g, '\r\n') : fresh;

/** Default file in the current folder. */
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
  return [
    { ...place(at), wanted: wantedAt(at), got: displayValue(valueAt(value, at) ?? undefined) },
  ];
};

/**
 * Waivers of the given file, else of `assay.waivers.yaml` in the folder, else none. Throws UsageError with all problems of the
 * file; its ids are checked by the run.
 */
export const readWaivers = (
  given: string | undefined,
  folder: string = process.cwd(),
): readonly Waiver[] => {
  const usual = join(folder, WAIVERS_FILE);
  const isThere = lstatSync(usual, { throwIfNoEntry: false }) !== undefined;
  if (given === undefined && !isThere) return [];
  const run = given === undefined ? enclosingRun(folder) : undefined;
  if (run !== undefined)
    throw new UsageError(
      `${usual} is in the folder of a run (${run}), which may come from anyone; call Assay from another folder, or name the file: --waivers ${usual}`,
    );
  const file = given ?? usual;
  const document = documentOf(file);
  // All entries may have been removed or commented out.
  const parsed = waiversSchema.safeParse(document.value ?? []);
  if (parsed.success) return parsed.data;
  return refuse(parsed.error.issues.flatMap((issue) => describe(file, document, issue)));
};

const HEAD = ' Accepted fails, each until a given day. A run warns if one is stale or expired.';

/** One waiver for a requirement that fails on all its operations of the service, else one for each failing operation. */
export const waiversFor = (
  failed: readonly CellVerdict[],
  verdicts: readonly CellVerdict[],
  by: WaivedBy,
): readonly Waiver[] =>
  [...Map.groupBy(failed, ({ requirement }) => requirement)].flatMap(([requirement, cells]) => {
    const lacking = verdicts.filter(
      (each) => each.requirement === requirement && each.verdict === 'not-applicable',
    );
    const all = requirementOf(requirement).operations.length === cells.length + lacking.length;
    const operations = all ? ['*'] : cells.map(({ operation }) => operation);
    return operations.map((operation) => ({ requirement, operation, ...by }));
  });

const isSame = (waiver: Waiver, entry: YAMLMap): boolean =>
  entry.get('requirement') === waiver.requirement &&
  (entry.get('operation') ?? '*') === waiver.operation;

/** Updates the entry of the same cells, or adds one: of two entries, an expired one would end every run with 5. */
const put = (document: Document, list: YAMLSeq, waiver: Waiver): void => {
  const { requirement, operation, ...by } = waiver;
  const entry = list.items.find((each) => isMap(each) && isSame(waiver, each));
  if (isMap(entry)) for (const [key, value] of Object.entries(by)) entry.set(key, value);
  else {
    const where = operation === '*' ? {} : { operation };
    list.add(document.createNode({ requirement, ...where, ...by }));
  }
};

/** Adds waivers to the file, keeping comments and order; creates it if missing. */
export const addWaivers = (file: string, waivers: readonly Waiver[]): void => {
  const text = existsSync(file) ? readFileSync(file, 'utf8') : '';
  const document: Document = parseDocument(text);
  // A file of comments alone has no list yet; they are kept.
  if (!isSeq(document.contents)) {
    document.contents = document.createNode([]);
    document.commentBefore ??= HEAD;
  }
  if (!isSeq(document.contents)) throw new TypeError(`${file} does not contain a list`);
  document.contents.flow = false;
  for (const waiver of waivers) put(document, document.contents, waiver);
  writeAtomically(file, withLineEndingsOf(document.toString(), text));
};
