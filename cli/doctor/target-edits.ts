import { isDeepStrictEqual } from 'node:util';
import { type Document, isMap, isNode, isScalar, parseDocument } from 'yaml';
import { type Edit, FORMER } from '../../suites/doctor/remark.ts';
import { withLineEndsOf } from '../line-ends.ts';
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

const formerOf = ({ path }: Edit): readonly string[] | undefined => FORMER[path.join('.')];

/** What the document has to say in the end: an anchor or a merged key may make it say more, or less. */
const wanted = (before: unknown, edits: readonly Edit[]): unknown =>
  edits.reduce((at, each) => {
    const former = formerOf(each);
    const changed = put(at, each.path, each.value);
    return plain(former ? put(changed, former, undefined) : changed);
  }, plain(before));

const changed = (document: Document, edits: readonly Edit[], indent: number): string => {
  if (!isMap(document.contents)) document.contents = document.createNode({});
  const end = wanted(document.toJS(), edits);
  for (const each of edits) {
    change(document, each);
    const former = formerOf(each);
    if (former) document.deleteIn(former);
  }
  if (!isDeepStrictEqual(plain(document.toJS()), end))
    throw new Error('an anchor or a merged key there decides for another key, too');
  return document.toString({ lineWidth: 0, indent });
};

/** The text of a target with these keys changed or added; comments and the order of the keys stay. Throws UneditableTarget. */
export const withEdits = (text: string, edits: readonly Edit[]): string => {
  if (edits.length === 0) return text;
  const document: Document = parseDocument(text, { merge: true });
  try {
    const fresh = asItWasWritten(changed(document, edits, indentOf(text)), text);
    return withLineEndsOf(fresh, text);
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    const keys = edits.map(({ path }) => path.join('.')).join(', ');
    throw new UneditableTarget(`${keys} (${why})`, { cause: error });
  }
};

/** The lines that a target needs, as YAML of their own. */
export const linesOf = (edits: readonly Edit[]): string =>
  edits.length === 0 ? '' : withEdits('', edits);

/** Each key once, as it was found last. */
export const withoutTwins = (edits: readonly Edit[]): readonly Edit[] => [
  ...new Map(edits.map((each) => [JSON.stringify(each.path), each])).values(),
];
