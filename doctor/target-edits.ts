import { isDeepStrictEqual } from 'node:util';
import { type Document, isMap, isNode, isScalar, parseDocument } from 'yaml';
import { messageOf } from '../client/usage-error.ts';
import { chosenTarget } from '../client/target/several-targets.ts';
import { valueAt } from '../client/target/target-error.ts';
import type { TextDocument } from '../client/target/yaml-document.ts';
import { type Edit, FORMER } from '../suites/doctor/remark.ts';
import { withLineEndsOf } from '../store/line-ends.ts';
import { asItWasWritten, indentOf } from './as-it-was-written.ts';

/** A place in the file that cannot be changed by its path, such as an alias. */
export class UneditableTarget extends Error {
  override readonly name = 'UneditableTarget';
}

/** Changes one key; a scalar stays where it is, with its comment and its anchor. */
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

/** What a document says, without what its nodes share. */
const plain = (value: unknown): unknown => JSON.parse(JSON.stringify(value)) as unknown;

const isMapping = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** A value with what stands at the path replaced, or left out where the value is undefined. */
const put = (at: unknown, [key, ...rest]: readonly string[], value: unknown): unknown => {
  if (key === undefined) return value;
  const map = isMapping(at) ? at : {};
  return value === undefined && !(key in map) ? map : { ...map, [key]: put(map[key], rest, value) };
};

/** An edit, and the former name of its key where it has one, below the place where the target stands. */
interface Placed extends Edit {
  readonly former?: readonly string[];
}

const placed = ({ path, value }: Edit, within: readonly string[]): Placed => {
  const former = FORMER[path.join('.')];
  return {
    path: [...within, ...path],
    value,
    ...(former === undefined ? {} : { former: [...within, ...former] }),
  };
};

/** What the document has to say in the end: an anchor or a merged key may make it say more, or less. */
const wanted = (before: unknown, edits: readonly Placed[]): unknown =>
  edits.reduce((at, { path, value, former }) => {
    const changed = put(at, path, value);
    return plain(former ? put(changed, former, undefined) : changed);
  }, plain(before));

/** Of several targets in a file each is merged over the keys that all share, which may make it say more than was written. */
const checkMerged = (document: Document, choice: string, edits: readonly Edit[]): void => {
  const read: TextDocument = { value: document.toJS(), positionOf: () => '' };
  const { value } = chosenTarget(read, choice, '');
  for (const { path, value: meant } of edits) {
    const former = FORMER[path.join('.')];
    const isMeant = isDeepStrictEqual(plain(valueAt(value, path)), plain(meant));
    if (!isMeant || (former && valueAt(value, former) !== undefined))
      throw new Error('a key that all targets of the file share decides there, too');
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
    throw new Error('an anchor or a merged key there decides for another key, too');
  const [, choice] = within;
  if (choice !== undefined) checkMerged(document, choice, edits);
  return document.toString({ lineWidth: 0, indent });
};

/**
 * The text of a target with these keys changed or added, where several are in it within the chosen one; comments and the order
 * of the keys stay. Throws UneditableTarget.
 */
export const withEdits = (
  text: string,
  edits: readonly Edit[],
  within: readonly string[] = [],
): string => {
  if (edits.length === 0) return text;
  const document: Document = parseDocument(text, { merge: true });
  try {
    const fresh = asItWasWritten(changed(document, edits, within, indentOf(text)), text);
    return withLineEndsOf(fresh, text);
  } catch (error) {
    const keys = edits.map(({ path }) => path.join('.')).join(', ');
    throw new UneditableTarget(`${keys} (${messageOf(error)})`, { cause: error });
  }
};

/** The lines that a target needs, as YAML of their own. */
export const linesOf = (edits: readonly Edit[]): string =>
  edits.length === 0 ? '' : withEdits('', edits);

/** Each key once, as it was found last. */
export const withoutTwins = (edits: readonly Edit[]): readonly Edit[] => [
  ...new Map(edits.map((each) => [JSON.stringify(each.path), each])).values(),
];
