import { isServed } from '../../oracles/answers/answer-form.ts';
import { judgeOnOtherOperation } from '../../oracles/blame/blocked.ts';
import type { Judgement } from '../../oracles/finding.ts';
import { type AfterDeletion, judgeDeletedItem } from '../../oracles/state/deleted-item.ts';
import type { Exchange } from '../../spec/exchange.ts';
import { programFile } from '../../client/project.ts';
import type { Checks, Try } from '../engine/checks.ts';
import { makeVisit, MAY_REFUSE } from '../journey/make-call.ts';
import { withOwnData, type ItemKind } from '../journey/state.ts';
import { unreached } from '../journey/unreached.ts';
import {
  BESIDE,
  callWithParameters,
  deleteAgain,
  deleteItem,
  fillDraft,
  type Item,
  itemChecks,
  itemOperation,
  postItem,
  unissuedId,
} from './item.ts';

const REQUIREMENTS = {
  car: 'TRAVEL-CAR-01',
  person: 'TRAVEL-PERSON-01',
  metadata: 'TRAVEL-METADATA-01',
} as const;

/** D6: repeats the deletion, then sends a put, then both with an id that was never issued; each only if needed. */
const askAfterwards = async (item: Item, again: Exchange): Promise<AfterDeletion> => {
  if (!isServed(again)) return { again };
  const put = await callWithParameters(item, 'put', {});
  if (!isServed(put)) return { again, put };
  const never = unissuedId(item);
  const neverDeleted = await callWithParameters(item, 'delete', never);
  return { again, put, neverDeleted, neverPut: await callWithParameters(item, 'put', never) };
};

/** Deletes an item and requests it afterwards; with `isRetried`, retries until the deletion is visible (D2). */
const collectOne = async (
  item: Item,
  isRetried: boolean,
  intent: 'legal' | 'open',
): Promise<Judgement> => {
  const { kind, state } = item;
  const requirement = REQUIREMENTS[kind];
  const on = itemOperation(kind, 'delete');
  const deleted = await deleteItem(item, undefined, intent);
  const again = isServed(deleted) ? await deleteAgain(item, isRetried) : undefined;
  return again
    ? state.run.judge(judgeDeletedItem, requirement, on, await askAfterwards(item, again))
    : unreached(requirement, on, state, on, `the id of the ${kind}`);
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
  const requirement = REQUIREMENTS[kind];
  const filled = await fillDraft(one, requirement, kind, { most: 3 });
  const single = 'items' in filled ? filled : await fillDraft(one, requirement, kind, { most: 1 });
  if (!('items' in single))
    return [one.run.judge(judgeOnOtherOperation, single.without, itemOperation(kind, 'delete'))];
  const [first, ...later] = single.items;
  if (!first) return [];
  const [second] = later;
  if (one.run.plan.thorough) await postItem(BESIDE[kind], first.state, 'beside', one.seed);
  if (second) await makeVisit({ step: `${kind}-put`, revised: true }, second.state, MAY_REFUSE);
  const judged: Judgement[] = [];
  for (const item of second ? [second, first, ...later.slice(1)] : [first]) {
    // An item that the calls on another one have removed is covered by the requirement to keep it (D13).
    judged.push(await collectOne(item, isRetried, judged.length === 0 ? 'legal' : 'open'));
    if (judged.at(-1)?.verdict !== 'pass') break;
  }
  return judged;
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
  checks: itemChecks('deleted-item', REQUIREMENTS, ['delete'], collect),
};
