import { isReportedMissing, isServed } from '../../oracles/answers/answer-form.ts';
import { judgeOnOtherOperation } from '../../oracles/blame/blocked.ts';
import type { Judgement } from '../../oracles/finding.ts';
import { type AfterDeletion, judgeDeletedItem } from '../../oracles/state/deleted-item.ts';
import { judgeLostItems } from '../../oracles/state/lost-items.ts';
import type { Exchange } from '../../spec/exchange.ts';
import { programFile } from '../../client/project.ts';
import type { Checks, Try } from '../engine/checks.ts';
import type { Run } from '../engine/run.ts';
import { makeVisit, MAY_REFUSE } from '../journey/make-call.ts';
import { withOwnData, type ItemKind } from '../journey/state.ts';
import { unreached } from '../journey/unreached.ts';
import {
  BESIDE,
  callWithParameters,
  deleteAgain,
  deleteItem,
  deleteWhenVisible,
  fillDraft,
  type Item,
  itemChecks,
  itemOperation,
  postItem,
  unissuedId,
} from './item.ts';
import { OF_ONE_KIND } from './lost-item.ts';

/** The requirement that a deleted item is gone, by kind. */
export const DELETED = {
  car: 'TRAVEL-CAR-01',
  person: 'TRAVEL-PERSON-01',
  metadata: 'TRAVEL-METADATA-01',
} as const;

/** D6: repeats the deletion, then sends a put, then both with an id that was never issued; each only if needed. */
export const askAfterwards = async (item: Item, again: Exchange): Promise<AfterDeletion> => {
  if (!isServed(again)) return { again };
  const put = await callWithParameters(item, 'put', {});
  if (!isServed(put)) return { again, put };
  const never = unissuedId(item);
  const neverDeleted = await callWithParameters(item, 'delete', never);
  return { again, put, neverDeleted, neverPut: await callWithParameters(item, 'put', never) };
};

/** The answer to the deletion of an item, and what the calls afterwards show. */
interface Deletion {
  readonly item: Item;
  readonly deleted: Exchange | undefined;
  readonly judged: Judgement;
}

/** Deletes an item and requests it afterwards; with `isRetried`, retries until the deletion is visible (D2). */
const collectOne = async (
  item: Item,
  isRetried: boolean,
  intent: 'legal' | 'open',
): Promise<Deletion> => {
  const { kind, state } = item;
  const requirement = DELETED[kind];
  const on = itemOperation(kind, 'delete');
  const first = await deleteItem(item, undefined, intent);
  // Not visible yet (D3), or removed by a call on another item.
  const deleted = isReportedMissing(first) ? await deleteWhenVisible(item) : first;
  const again = isServed(deleted) ? await deleteAgain(item, isRetried) : undefined;
  const judged = again
    ? state.run.judge(judgeDeletedItem, requirement, on, await askAfterwards(item, again))
    : unreached(requirement, on, state, on, `the id of the ${kind}`);
  return { item, deleted, judged };
};

/** TRAVEL-CAR-02 and its like (D13): an added item is missing at the first deletion of its draft. */
const lostAmong = (
  run: Run,
  kind: ItemKind,
  deletions: readonly Deletion[],
): readonly Judgement[] => {
  if (!isReportedMissing(deletions[0]?.deleted)) return [];
  const called = deletions.flatMap(({ item: { posted: added }, deleted }) =>
    added && deleted ? { added, called: deleted } : [],
  );
  const on = itemOperation(kind, 'post');
  const scene = 'one after the other';
  const judged = run.judge(judgeLostItems, OF_ONE_KIND[kind], on, called, undefined, scene);
  return judged.verdict === 'fail' ? [judged] : [];
};

/**
 * Deletes three items of a fresh draft, in a certify beside an item of another kind: a later one, which was changed before, then
 * the first, and the last one of its kind; or those that the service accepts.
 */
const tryItems = async (
  one: Try,
  kind: ItemKind,
  isRetried: boolean,
): Promise<readonly Judgement[]> => {
  const requirement = DELETED[kind];
  const filled = await fillDraft(one, requirement, kind, { most: 3 });
  const single = 'items' in filled ? filled : await fillDraft(one, requirement, kind, { most: 1 });
  if (!('items' in single))
    return [one.run.judge(judgeOnOtherOperation, single.without, itemOperation(kind, 'delete'))];
  const [first, ...later] = single.items;
  if (!first) return [];
  const [second] = later;
  if (one.run.plan.thorough) await postItem(BESIDE[kind], first.state, 'beside', one.seed);
  if (second) await makeVisit({ step: `${kind}-put`, revised: true }, second.state, MAY_REFUSE);
  const deletions: Deletion[] = [];
  for (const item of second ? [second, first, ...later.slice(1)] : [first]) {
    const deletion = await collectOne(item, isRetried, deletions.length === 0 ? 'legal' : 'open');
    deletions.push(deletion);
    if (deletion.judged.verdict !== 'pass' && !isReportedMissing(deletion.deleted)) break;
  }
  return [...deletions.map(({ judged }) => judged), ...lostAmong(one.run, kind, deletions)];
};

const collect = async (one: Try, kind: ItemKind): Promise<readonly Judgement[]> => {
  const atOnce = await tryItems(one, kind, false);
  const isSuspect = atOnce.some(({ verdict }) => verdict === 'fail');
  return isSuspect ? tryItems(withOwnData(one, 'patient'), kind, true) : atOnce;
};

/** TRAVEL-CAR-01, TRAVEL-PERSON-01, TRAVEL-METADATA-01 (D6): an item is deleted twice. */
export const deletedItems: Checks = {
  suite: 'state',
  file: programFile(import.meta.url),
  judges: [judgeDeletedItem],
  checks: itemChecks('deleted-item', DELETED, ['delete'], collect),
  besides: [{ requirements: Object.values(OF_ONE_KIND), judges: [judgeLostItems] }],
};
