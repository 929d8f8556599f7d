import { isDeepStrictEqual } from 'node:util';
import { type Document, isMap, isNode, isScalar, parseDocument, parse } from 'yaml';
import { messageOf, UsageError } from '../client/usage-error.ts';
import { chosenTarget } from '../client/target/several-targets.ts';
import { valueAt } from '../client/target/target-error.ts';
import type { TextDocument } from '../client/target/yaml-document.ts';
import { type Edit, DEPRECATED_NAMES } from '../suites/doctor/remark.ts';
import { withLineEndingsOf } from '../store/waivers.ts';
import { readFileSync, realpathSync, statSync } from 'node:fs';
import { extname } from 'node:path';
import { fileWriteError } from '../client/check-writable.ts';
import { targetFileName } from '../client/target/text-file.ts';
import { withSchemaLine } from './schema-line.ts';
import { writeAtomically } from '../store/atomic-write.ts';

const bare = (line: string): string => line.replaceAll(/\s+/g, '');

/** Restores lines that differ from the original in white space only. */
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

/** Indentation of the first indented line of a text; default 2. */
const indentOf = (text: string): number => {
  const [, blanks] = /^[^\s#-][^\n]*:[^\n]*\n(?:\s*#[^\n]*\n)*( +)[^\s#-]/m.exec(text) ?? [];
  return blanks?.length ?? 2;
};

/** Reprinted YAML with the white space of the original on unchanged lines. */
const withOriginalWhitespace = (fresh: string, original: string): string => {
  const text = restored(fresh, original);
  return isSame(text, fresh) ? text : fresh;
};

/** A place in the file that cannot be edited by its path, such as an alias. */
export class UneditableTarget extends Error {
  override readonly name = 'UneditableTarget';
}

/** Changes one key; a scalar keeps its position, comment and anchor. */
const change = (document: Document, { path, value }: Edit): void => {
  const before = document.getIn(path, true);
  const fresh = document.createNode(value);
  if (isScalar(before) && isScalar(fresh)) {
    before.value = fresh.value;
    delete before.format;
    delete before.source;
    return;
  }
  if (isNode(before) && before.comment) fresh.comment = before.comment;
  document.setIn(path, fresh);
};

/** Plain value of a document, without shared nodes. */
const plain = (value: unknown): unknown => JSON.parse(JSON.stringify(value)) as unknown;

const isMapping = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** A value with the one at the path replaced, or removed if undefined. */
const put = (at: unknown, [key, ...rest]: readonly string[], value: unknown): unknown => {
  if (key === undefined) return value;
  const map = isMapping(at) ? at : {};
  return value === undefined && !(key in map) ? map : { ...map, [key]: put(map[key], rest, value) };
};

/** An edit with the former name of its key, if any, relative to the target's root. */
interface Placed extends Edit {
  readonly former?: readonly string[];
}

const placed = ({ path, value }: Edit, within: readonly string[]): Placed => {
  const former = DEPRECATED_NAMES[path.join('.')];
  return {
    path: [...within, ...path],
    value,
    ...(former === undefined ? {} : { former: [...within, ...former] }),
  };
};

/** Expected value of the edited document: an anchor or a merged key may yield something else. */
const wanted = (before: unknown, edits: readonly Placed[]): unknown =>
  edits.reduce((at, { path, value, former }) => {
    const changed = put(at, path, value);
    return plain(former ? put(changed, former, undefined) : changed);
  }, plain(before));

/** Checks the merged target: shared keys may change the effect of the edits. */
const checkMerged = (document: Document, choice: string, edits: readonly Edit[]): void => {
  const read: TextDocument = { value: document.toJS(), positionOf: () => '' };
  const { value } = chosenTarget(read, choice, '');
  for (const { path, value: meant } of edits) {
    const former = DEPRECATED_NAMES[path.join('.')];
    const isMeant = isDeepStrictEqual(plain(valueAt(value, path)), plain(meant));
    if (!isMeant || (former && valueAt(value, former) !== undefined))
      throw new Error('a shared key of all targets of the file applies there, too');
  }
};

const changed = (
  document: Document,
  edits: readonly Edit[],
  within: readonly string[],
  indent: number,
): string => {
  if (!isMap(document.contents)) document.contents = document.createNode({});
  if (within.length > 0 && !isMap(document.getIn(within)))
    document.setIn(within, document.createNode({}));
  const all = edits.map((each) => placed(each, within));
  const end = wanted(document.toJS(), all);
  for (const each of all) {
    change(document, each);
    if (each.former) document.deleteIn(each.former);
  }
  if (!isDeepStrictEqual(plain(document.toJS()), end))
    throw new Error('an anchor or a merge key there applies to another key, too');
  const [, choice] = within;
  if (choice !== undefined) checkMerged(document, choice, edits);
  return document.toString({ lineWidth: 0, indent });
};

/** Changes or adds keys in the text of a target, keeping comments and order. Throws UneditableTarget. */
export const applyEdits = (
  text: string,
  edits: readonly Edit[],
  within: readonly string[] = [],
): string => {
  if (edits.length === 0) return text;
  const document: Document = parseDocument(text, { merge: true });
  try {
    const fresh = withOriginalWhitespace(changed(document, edits, within, indentOf(text)), text);
    return withLineEndingsOf(fresh, text);
  } catch (error) {
    const keys = edits.map(({ path }) => path.join('.')).join(', ');
    throw new UneditableTarget(`${keys} (${messageOf(error)})`, { cause: error });
  }
};

/** Edits as a separate YAML text. */
export const editsAsYaml = (edits: readonly Edit[]): string =>
  edits.length === 0 ? '' : applyEdits('', edits);

/** The last edit of each key. */
export const lastEditPerKey = (edits: readonly Edit[]): readonly Edit[] => [
  ...new Map(edits.map((each) => [JSON.stringify(each.path), each])).values(),
];

/** A writable target file with its original content. */
export interface WritableTarget {
  readonly path: string;
  readonly text: string;
  /** Path of the target in its file; empty if the file is one target. */
  readonly within: readonly string[];
}

const withinFile = (choice: string | undefined): readonly string[] =>
  choice === undefined ? [] : ['targets', choice];

/** Path of a target in its file: `targets` and its name, or the root. */
export const targetPathInFile = (named: string | undefined): readonly string[] =>
  named === undefined ? [] : withinFile(targetFileName(named).choice);

/** Checks, before anything is sent, that edits can be written to the target file. Throws UsageError. */
export const writableTarget = (named: string | undefined): WritableTarget => {
  if (named === undefined)
    throw new UsageError('--write: there is no file to write into; name it with --target FILE');
  const { path: file, choice } = targetFileName(named);
  if (!['.yaml', '.yml'].includes(extname(file).toLowerCase()))
    throw new UsageError(
      `--write: only YAML files can be changed, and ${file} is not one; omit --write, and copy the printed lines`,
    );
  const path = realpathSync(file);
  // root could write to it all the same, but its owner made it read-only.
  const isProtected = (statSync(path).mode & 0o222) === 0;
  const trouble = isProtected ? 'it is write-protected' : fileWriteError(path);
  if (trouble !== undefined)
    throw new UsageError(
      `--write: ${file} is not writable: ${trouble}; change its permissions, or omit --write and copy the printed lines`,
    );
  return { path, text: readFileSync(path, 'utf8'), within: withinFile(choice) };
};

/** Writes the keys, and the line that names the schema, into the file atomically. Throws UsageError. */
export const writeEdits = (
  { path, text, within }: WritableTarget,
  edits: readonly Edit[],
): void => {
  if (edits.length === 0 && withSchemaLine(text, path) === text) return;
  if (readFileSync(path, 'utf8') !== text)
    throw new UsageError(
      `--write: ${path} changed during the run, so nothing was written; run the doctor again`,
    );
  try {
    writeAtomically(path, withSchemaLine(applyEdits(text, edits, within), path));
  } catch (error) {
    if (error instanceof UneditableTarget)
      throw new UsageError(
        `--write: ${path} cannot be changed at ${error.message}; nothing was written: omit --write, and copy the printed lines`,
        { cause: error },
      );
    throw error;
  }
};
