import type { JourneyState } from '../journey/state.ts';
import { judgeNothingToSee } from '../../oracles/blame/obstruction.ts';
import { subSeed } from '../../generators/sample.ts';
import type { Judgement } from '../../oracles/finding.ts';
import { judgeForeignDeletion } from '../../oracles/state/foreign-deletion.ts';
import type { OperationId } from '../../spec/operations.ts';
import type { Check, Try } from '../engine/checks.ts';
import { createDraft, isServed } from './draft.ts';
import {
  callElsewhere,
  deleteItem,
  type Item,
  ITEM_KINDS,
  itemOperation,
  type ItemKind,
  neverHandedOut,
  postItem,
} from './item.ts';
import { unreached } from '../journey/unreached.ts';
import type { Run } from '../engine/run.ts';

const REQUIREMENTS = {
  car: 'TRAVEL-CAR-03',
  person: 'TRAVEL-PERSON-03',
  metadata: 'TRAVEL-METADATA-03',
} as const;
const UNKNOWN_ID = { car: 'ID-03', person: 'ID-04', metadata: 'ID-05' } as const;

/** An item of one draft and another draft that never handed its id out (D5). */
interface Foreign {
  readonly item: Item;
  /** On the same draft as the item. */
  readonly sibling: Item | undefined;
  readonly draftId: string;
}

const coincides = (run: Run, kind: ItemKind, on: OperationId): Judgement => {
  const wanted = 'an id that the other draft never handed out';
  const got = 'both drafts handed out the same ids';
  return run.judge(judgeNothingToSee, REQUIREMENTS[kind], on, wanted, got);
};

/** Two items on one draft and one on another: counted up on every draft, the second id is still one of the first's own. */
const arrange = async (
  run: Run,
  kind: ItemKind,
  { test, seed }: Try,
): Promise<Foreign | Judgement> => {
  const on = itemOperation(kind, 'delete');
  const stuck = (state: JourneyState, origin: OperationId, what: string) =>
    unreached(run, REQUIREMENTS[kind], on, state, origin, `the id of the ${what}`);
  const { state: own } = await createDraft({ run, test, seed }, 'travel');
  const { state: other } = await createDraft({ run, test, seed: subSeed(seed, 'other') }, 'travel');
  for (const state of [own, other]) {
    if (state.parameters.draftId === undefined) return stuck(state, 'travel.draft-create', 'draft');
  }
  const items = [
    await postItem(run, kind, own, 'first', seed),
    await postItem(run, kind, own, 'second', seed),
  ];
  const [first] = items;
  if (first?.id === undefined) return stuck(own, itemOperation(kind, 'post'), kind);
  const there = await postItem(run, kind, other, 'there', seed);
  // The newest, since a later addition may have taken an older one away.
  const item = items.findLast(({ id }) => id !== undefined && id !== there.id);
  if (!item) return coincides(run, kind, on);
  const sibling = items.find(({ id }) => id !== undefined && id !== item.id);
  return { item, sibling, draftId: other.parameters.draftId ?? '' };
};

const collect =
  (run: Run, kind: ItemKind) =>
  async (one: Try): Promise<readonly Judgement[]> => {
    const requirement = REQUIREMENTS[kind];
    const on = itemOperation(kind, 'delete');
    const arranged = await arrange(run, kind, one);
    if (!('item' in arranged)) return [arranged];
    const { item, draftId } = arranged;
    const foreign = await callElsewhere(run, item, 'delete', { draftId });
    const own = await deleteItem(run, item, 'patient');
    if (!foreign || !own) return [unreached(run, requirement, on, item.state, on, 'the id')];
    const sibling =
      isServed(own) || !arranged.sibling ? undefined : await deleteItem(run, arranged.sibling);
    const status = foreign.response?.status ?? 0;
    const isRefused = status >= 400 && status < 500;
    const never = isRefused
      ? undefined
      : await callElsewhere(run, item, 'delete', { draftId, id: neverHandedOut(item) });
    return [
      run.judge(judgeForeignDeletion, requirement, on, {
        foreign,
        own,
        ...(sibling ? { sibling } : {}),
        ...(never ? { never } : {}),
        unknownId: UNKNOWN_ID[kind],
      }),
    ];
  };

/** TRAVEL-CAR-03, TRAVEL-PERSON-03, TRAVEL-METADATA-03 (D5, D13): an item is deleted through another draft of its creator. */
export const foreignItemChecks = (run: Run): readonly Check[] =>
  ITEM_KINDS.map((kind) => ({
    requirement: REQUIREMENTS[kind],
    line: 'travel',
    operations: [itemOperation(kind, 'delete')],
    name: `foreign-item/${kind}`,
    collect: collect(run, kind),
  }));
