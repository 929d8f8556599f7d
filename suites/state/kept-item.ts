import { isReportedMissing, isServed } from '../../oracles/answers/answer-form.ts';
import {
  judgeBlocked,
  judgeOnOtherOperation,
  judgeNotSeenAgain,
} from '../../oracles/blame/blocked.ts';
import type { Judgement } from '../../oracles/finding.ts';
import { judgeKeptItem } from '../../oracles/state/lost-items.ts';
import type { Exchange } from '../../spec/exchange.ts';
import type { OperationId } from '../../spec/operations.ts';
import { programFile } from '../../client/project.ts';
import type { Checks, Try } from '../engine/checks.ts';
import { withOwnData, type ItemKind, type JourneyData } from '../journey/state.ts';
import { unreached } from '../journey/unreached.ts';
import {
  deleteItem,
  deleteWhenVisible,
  fillDraft,
  type Item,
  itemChecks,
  itemOperation,
  putItem,
  type ItemVerb,
} from './item.ts';

const REQUIREMENTS = {
  car: 'TRAVEL-CAR-02',
  person: 'TRAVEL-PERSON-02',
  metadata: 'TRAVEL-METADATA-02',
} as const;

/** Changes to one item that must not affect the others. */
const VERBS: readonly ItemVerb[] = ['post', 'put', 'delete'];

/** Index of the item that is changed. */
const CHANGED = 2;

/** Keys that begin like the first one; whether keys that differ only in case are distinct is open (V1, V10). */
const alike = (before: readonly Item[]): Partial<JourneyData> => {
  const [first] = before;
  if (first?.kind !== 'metadata') return {};
  const { key, value } = first.state.data.metadata;
  const ending = ['', 'b', '2', 'b2'][before.length] ?? '';
  return { metadata: { key: `${key}${ending}`, value: `${value} ${before.length}` } };
};

/** Changes one of the items of a filled draft. */
const changeOne = async (items: readonly Item[]): Promise<Exchange | undefined> => {
  const changed = items[CHANGED] ?? items.at(-1);
  return changed && putItem(changed);
};

/** A missing item, and the preceding changes. */
interface Suspicion {
  readonly one: Try;
  readonly kind: ItemKind;
  readonly position: number;
  /** Indices of the deleted items. */
  readonly deleted: readonly number[];
}

/** Changes to make before the item is requested. */
interface Actions {
  readonly verb: ItemVerb;
  readonly name: string;
  readonly isChanged: boolean;
  readonly deleted: readonly number[];
}

/** Fills a fresh draft with the same items, makes only these changes, and requests the item. */
const replay = async (
  { one, kind, position }: Suspicion,
  { verb, name, isChanged, deleted }: Actions,
): Promise<Judgement | undefined> => {
  const kept = REQUIREMENTS[kind];
  const filled = await fillDraft(withOwnData(one, name), kept, kind, {
    given: alike,
    seed: one.seed,
  });
  if (!('items' in filled)) return undefined;
  const { items } = filled;
  const done = items.flatMap(({ posted }) => posted ?? []);
  const changed = isChanged ? await changeOne(items) : undefined;
  if (changed) done.push(changed);
  for (const at of deleted) {
    const exchange = items[at] && (await deleteItem(items[at]));
    if (exchange) done.push(exchange);
  }
  const asked = items[position] && (await deleteWhenVisible(items[position]));
  return (
    asked && one.run.judge(judgeKeptItem, kept, itemOperation(kind, verb), done.slice(-1), asked)
  );
};

/** Deletes the only item of a draft: a failure is then a fault of the deletion itself. */
const collectAlone = async ({ one, kind }: Suspicion): Promise<Judgement | undefined> => {
  const on = itemOperation(kind, 'delete');
  const kept = REQUIREMENTS[kind];
  const filled = await fillDraft(withOwnData(one, 'alone'), kept, kind, { most: 1 });
  if (!('items' in filled)) return filled.without;
  const [item] = filled.items;
  if (!item || isServed(await deleteItem(item))) return undefined;
  return unreached(kept, on, item.state, on, `the id of the ${kind}`);
};

/** Adds a judgement with the reason for every operation that was not judged. */
const complete = (
  { kind }: Suspicion,
  judged: readonly Judgement[],
  tell: (on: OperationId) => Judgement,
): readonly Judgement[] => {
  const on = VERBS.map((verb) => itemOperation(kind, verb));
  const open = on.filter((id) => !judged.some(({ operation }) => operation === id));
  return [...judged, ...open.map(tell)];
};

const actionsOf = ({ deleted }: Suspicion): readonly Actions[] => {
  const last = deleted.length > 0 ? 'delete' : 'put';
  const alone: readonly Actions[] = [
    { verb: 'post', name: 'only-posted', isChanged: false, deleted: [] },
    { verb: 'put', name: 'only-changed', isChanged: true, deleted: [] },
  ];
  const all: Actions = { verb: last, name: 'all', isChanged: true, deleted };
  if (last === 'put') return [...alone, all];
  return [...alone, { verb: last, name: 'only-deleted', isChanged: false, deleted }, all];
};

/** Finds the operation that removed an item (D13): tries each alone, on its own draft, then all of them. */
const collectLostItem = async (
  suspicion: Suspicion,
  first: Judgement,
): Promise<readonly Judgement[]> => {
  const { run } = suspicion.one;
  const alone = await collectAlone(suspicion);
  if (alone) return complete(suspicion, [], (on) => run.judge(judgeOnOtherOperation, alone, on));
  const passed: Judgement[] = [];
  for (const actions of actionsOf(suspicion)) {
    const judged = await replay(suspicion, actions);
    if (!judged) break;
    if (judged.verdict === 'pass') {
      passed.push(judged);
      continue;
    }
    const before = passed.filter(({ operation }) => operation !== judged.operation);
    return complete(suspicion, [...before, judged], (on) =>
      run.judge(judgeBlocked, first, first.requirement, on),
    );
  }
  return complete(suspicion, [], (on) => run.judge(judgeNotSeenAgain, first, on));
};

/** Order in which the items are deleted: one in the middle first, the changed one last. */
const DELETED = [1, 0, 3, 2] as const;

const collect = async (one: Try, kind: ItemKind): Promise<readonly Judgement[]> => {
  const { run } = one;
  const kept = REQUIREMENTS[kind];
  const on = VERBS.map((verb) => itemOperation(kind, verb));
  const filled = await fillDraft(one, kept, kind, { given: alike });
  if (!('items' in filled))
    return on.map((operation) => run.judge(judgeOnOtherOperation, filled.without, operation));
  const { items } = filled;
  const touched = items.flatMap(({ posted }) => posted ?? []);
  const changed = await changeOne(items);
  if (changed) touched.push(changed);
  const deleted: number[] = [];
  for (const position of DELETED) {
    const item = items[position];
    const asked = item && (await deleteWhenVisible(item));
    if (!asked) continue;
    const remove = itemOperation(kind, 'delete');
    if (!isServed(asked) && !isReportedMissing(asked)) {
      // Refused for a reason other than its absence: judged as a legal call.
      await deleteItem(item);
      return on.map((each) => unreached(kept, each, item.state, remove, 'an accepted deletion'));
    }
    const first = run.judge(judgeKeptItem, kept, remove, touched.slice(-1), asked);
    if (first.verdict !== 'pass') return collectLostItem({ one, kind, position, deleted }, first);
    deleted.push(position);
    touched.push(asked);
  }
  const [state, last] = [items[0]?.state, touched.pop()];
  if (!state || !last) return [];
  return on.map((operation) =>
    operation === itemOperation(kind, 'put') && !isServed(changed)
      ? unreached(kept, operation, state, operation, `the id of the ${kind}`)
      : run.judge(judgeKeptItem, kept, operation, touched, last),
  );
};

/**
 * TRAVEL-CAR-02, TRAVEL-PERSON-02, TRAVEL-METADATA-02 (D13, D6): several items on one draft, one of them changed, then deleted
 * in sequence; each deletion proves that the earlier changes have kept the item.
 */
export const keptItems: Checks = {
  suite: 'state',
  file: programFile(import.meta.url),
  judges: [judgeKeptItem],
  checks: itemChecks('kept-item', REQUIREMENTS, VERBS, collect),
};
