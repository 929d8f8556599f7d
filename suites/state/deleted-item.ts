import { judgeLikewise } from '../../oracles/blame/blocked.ts';
import { subSeed } from '../../generators/sample.ts';
import { type AfterDeletion, judgeDeletedItem } from '../../oracles/state/deleted-item.ts';
import type { Judgement } from '../../oracles/finding.ts';
import type { Exchange } from '../../spec/exchange.ts';
import type { Check, Try } from '../engine/checks.ts';
import { isServed } from './draft.ts';
import {
  fill,
  callElsewhere,
  deleteAgain,
  deleteItem,
  type Item,
  ITEM_KINDS,
  itemOperation,
  type ItemKind,
  neverHandedOut,
} from './item.ts';
import { unreached } from '../journey/unreached.ts';
import type { Run } from '../engine/run.ts';

const REQUIREMENTS = {
  car: 'TRAVEL-CAR-01',
  person: 'TRAVEL-PERSON-01',
  metadata: 'TRAVEL-METADATA-01',
} as const;

/** D6: the deletion first, then a put, then both under an id that was never handed out; each only where it is needed. */
const askAfterwards = async (run: Run, item: Item, again: Exchange): Promise<AfterDeletion> => {
  if (!isServed(again)) return { again };
  const put = await callElsewhere(run, item, 'put', {});
  if (!isServed(put)) return { again, ...(put ? { put } : {}) };
  const never = { id: neverHandedOut(item) };
  const neverDeleted = await callElsewhere(run, item, 'delete', never);
  const neverPut = await callElsewhere(run, item, 'put', never);
  return {
    again,
    put,
    ...(neverDeleted ? { neverDeleted } : {}),
    ...(neverPut ? { neverPut } : {}),
  };
};

/** Deletes an item and asks for it afterwards; `patient` where a deletion may take a while to be seen (D2). */
const collectOne = async (run: Run, item: Item, patient: boolean): Promise<Judgement> => {
  const { kind, state } = item;
  const on = itemOperation(kind, 'delete');
  const deleted = await deleteItem(run, item);
  const again = isServed(deleted) ? await deleteAgain(run, item, patient) : undefined;
  return again
    ? run.judge(judgeDeletedItem, REQUIREMENTS[kind], on, await askAfterwards(run, item, again))
    : unreached(run, REQUIREMENTS[kind], on, state, on, `the id of the ${kind}`);
};

/** Deletes two items of a fresh draft, the older one first, or the only one where the service takes no more. */
const tryBoth = async (
  run: Run,
  kind: ItemKind,
  test: string,
  seed: number,
  patient: boolean,
): Promise<readonly Judgement[]> => {
  const requirement = REQUIREMENTS[kind];
  const on = itemOperation(kind, 'delete');
  const filled = await fill(run, requirement, kind, test, seed, 2);
  const single = 'items' in filled ? filled : await fill(run, requirement, kind, test, seed, 1);
  if (!('items' in single)) return [run.judge(judgeLikewise, single.without, on)];
  const judged: Judgement[] = [];
  for (const item of single.items) {
    judged.push(await collectOne(run, item, patient));
    if (judged.at(-1)?.verdict !== 'pass') break;
  }
  return judged;
};

const collect =
  (run: Run, kind: ItemKind) =>
  async ({ test, seed }: Try): Promise<readonly Judgement[]> => {
    const atOnce = await tryBoth(run, kind, test, seed, false);
    const isSuspect = atOnce.some(({ verdict }) => verdict === 'fail');
    return isSuspect ? tryBoth(run, kind, test, subSeed(seed, 'patient'), true) : atOnce;
  };

/** TRAVEL-CAR-01, TRAVEL-PERSON-01, TRAVEL-METADATA-01 (D6): an item is deleted twice. */
export const deletedItemChecks = (run: Run): readonly Check[] =>
  ITEM_KINDS.map((kind) => ({
    requirement: REQUIREMENTS[kind],
    line: 'travel',
    operations: [itemOperation(kind, 'delete')],
    name: `deleted-item/${kind}`,
    collect: collect(run, kind),
  }));
