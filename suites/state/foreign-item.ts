import { isRefused, isServed } from '../../oracles/answers/answer-form.ts';
import { judgeUnobservable } from '../../oracles/blame/obstruction.ts';
import type { Judgement } from '../../oracles/finding.ts';
import { judgeForeignDeletion } from '../../oracles/state/foreign-deletion.ts';
import { judgeServedUnknown } from '../../oracles/state/foreign-id.ts';
import type { Exchange } from '../../spec/exchange.ts';
import type { OperationId } from '../../spec/operations.ts';
import { programFile } from '../../client/project.ts';
import type { Checks, Try } from '../engine/checks.ts';
import { makeVisit } from '../journey/make-call.ts';
import { withOwnData, type JourneyState, type ItemKind } from '../journey/state.ts';
import { unreached } from '../journey/unreached.ts';
import { initialState } from '../journey/walk.ts';
import { createDraft } from './draft.ts';
import {
  BESIDE,
  callWithParameters,
  deleteItem,
  deleteWhenVisible,
  isSecondDraw,
  type Item,
  itemChecks,
  itemOperation,
  unissuedId,
  postItem,
} from './item.ts';

const REQUIREMENTS = {
  car: 'TRAVEL-CAR-03',
  person: 'TRAVEL-PERSON-03',
  metadata: 'TRAVEL-METADATA-03',
} as const;
const UNKNOWN_ID = { car: 'ID-03', person: 'ID-04', metadata: 'ID-05' } as const;

/** An item of one draft, and another draft that never issued its id (D5). */
interface Foreign {
  readonly item: Item;
  /** Another item on the same draft. */
  readonly sibling: Item | undefined;
  readonly draftId: string;
}

/** The kind of the other draft's own item. Draws take turns: a service may check the draft only if it has an item of that kind. */
const kindThere = (one: Try, kind: ItemKind): ItemKind => (isSecondDraw(one) ? kind : BESIDE[kind]);

/**
 * Two items on one draft and one on another: even if every draft counts its ids up, the second id belongs to the first draft
 * only.
 */
const arrange = async (one: Try, kind: ItemKind): Promise<Foreign | Judgement> => {
  const requirement = REQUIREMENTS[kind];
  const on = itemOperation(kind, 'delete');
  const stuck = (state: JourneyState, origin: OperationId, what: string) =>
    unreached(requirement, on, state, origin, `the id of the ${what}`);
  const { state: own } = await createDraft(one, 'travel');
  const { state: other } = await createDraft(withOwnData(one, 'other'), 'travel');
  for (const state of [own, other]) {
    if (state.parameters.draftId === undefined) return stuck(state, 'travel.draft-create', 'draft');
  }
  const items = [
    await postItem(kind, own, 'first', one.seed),
    await postItem(kind, own, 'second', one.seed),
  ];
  if (items[0]?.id === undefined) return stuck(own, itemOperation(kind, 'post'), kind);
  const there = await postItem(kindThere(one, kind), other, 'there', one.seed);
  // The newest, since a later addition may have removed an older one.
  const item = items.findLast(({ id }) => id !== undefined && id !== there.id);
  if (!item) {
    const wanted = 'an id that the other draft never issued';
    const got = 'both drafts issued the same ids';
    return one.run.judge(judgeUnobservable, requirement, on, wanted, got);
  }
  const sibling = items.find(({ id }) => id !== undefined && id !== item.id);
  return { item, sibling, draftId: other.parameters.draftId ?? '' };
};

/** A deletion by another identity through a draft of its own, whose path it may call (D10). */
const deleteAsOther = async (one: Try, item: Item): Promise<Exchange | undefined> => {
  if (!one.run.target.identities.other) return undefined;
  const { run, test, seed } = withOwnData(one, 'of another identity');
  const state = initialState({ run, test, seed }, 'travel');
  await makeVisit({ step: 'draft-create' }, state, { identity: 'other', intent: 'open' });
  run.memory.met.note(test, state.judgements);
  const { draftId } = state.parameters;
  return draftId === undefined
    ? undefined
    : callWithParameters(item, 'delete', { draftId }, { identity: 'other' });
};

const collect = async (one: Try, kind: ItemKind): Promise<readonly Judgement[]> => {
  const requirement = REQUIREMENTS[kind];
  const on = itemOperation(kind, 'delete');
  const arranged = await arrange(one, kind);
  if (!('item' in arranged)) return [arranged];
  const { item, draftId } = arranged;
  const byOther = await deleteAsOther(one, item);
  const foreign = await callWithParameters(item, 'delete', { draftId });
  const own = await deleteWhenVisible(item);
  if (!foreign || !own) return [unreached(requirement, on, item.state, on, 'the id')];
  const sibling =
    isServed(own) || !arranged.sibling ? undefined : await deleteItem(arranged.sibling);
  const never = isRefused(foreign)
    ? undefined
    : await callWithParameters(item, 'delete', { draftId, ...unissuedId(item) });
  // If the item is gone, the other identity's accepted deletion is to blame rather than a refused one.
  const isOfOther = isServed(byOther) && !isServed(own) && isRefused(foreign);
  const seen = {
    foreign: isOfOther ? byOther : foreign,
    own,
    sibling,
    never,
    unknownId: UNKNOWN_ID[kind],
    ...(isOfOther && { by: 'another identity' }),
  };
  const unknown = { twin: own, unknown: never, unknownId: UNKNOWN_ID[kind] };
  return [
    one.run.judge(judgeForeignDeletion, requirement, on, seen),
    ...one.run.judge(judgeServedUnknown, on, unknown),
  ];
};

/**
 * TRAVEL-CAR-03, TRAVEL-PERSON-03, TRAVEL-METADATA-03 (D5, D13): an item is deleted through another draft, of its creator or of
 * another identity.
 */
export const foreignItems: Checks = {
  suite: 'state',
  file: programFile(import.meta.url),
  judges: [judgeForeignDeletion],
  besides: [{ requirements: Object.values(UNKNOWN_ID), judges: [judgeServedUnknown] }],
  checks: itemChecks('foreign-item', REQUIREMENTS, ['delete'], collect),
};
