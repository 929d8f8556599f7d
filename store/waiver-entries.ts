import { existsSync, readFileSync } from 'node:fs';
import { type Document, isMap, isSeq, parseDocument, type YAMLMap, type YAMLSeq } from 'yaml';
import type { CellVerdict, WaivedBy } from '../oracles/finding.ts';
import type { Waiver } from '../oracles/waive.ts';
import { withLineEndsOf } from './line-ends.ts';
import { writeWhole } from './whole-file.ts';
import { requirementOf } from '../spec/catalogue.ts';

const HEAD = ' Accepted fails, each until a given day. A run warns if one is stale or expired.';

/** One waiver for a requirement that fails on all its operations that the service has, else one for each on which it does. */
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

/** Renews the entry of the same cells, or adds one: two entries, one of them over, would end every run with 5. */
const put = (document: Document, list: YAMLSeq, waiver: Waiver): void => {
  const { requirement, operation, ...by } = waiver;
  const entry = list.items.find((each) => isMap(each) && isSame(waiver, each));
  if (isMap(entry)) for (const [key, value] of Object.entries(by)) entry.set(key, value);
  else {
    const where = operation === '*' ? {} : { operation };
    list.add(document.createNode({ requirement, ...where, ...by }));
  }
};

/** Adds waivers to the file, which keeps its comments and its order; makes it where it is not there. */
export const addWaivers = (file: string, waivers: readonly Waiver[]): void => {
  const text = existsSync(file) ? readFileSync(file, 'utf8') : '';
  const document: Document = parseDocument(text);
  // Nothing but comments is no list yet; they stay.
  if (!isSeq(document.contents)) {
    document.contents = document.createNode([]);
    document.commentBefore ??= HEAD;
  }
  if (!isSeq(document.contents)) throw new TypeError(`${file} holds no list`);
  document.contents.flow = false;
  for (const waiver of waivers) put(document, document.contents, waiver);
  writeWhole(file, withLineEndsOf(document.toString(), text));
};
