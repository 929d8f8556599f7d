import type { OperationId } from '../../spec/operations.ts';
import { judgeBlocked, judgeNotSeenAgain, judgeLikewise } from '../../oracles/blame/blocked.ts';
import { subSeed } from '../../generators/sample.ts';
import type { Judgement } from '../../oracles/finding.ts';
import { judgeKeptItem } from '../../oracles/state/lost-items.ts';
import type { RequirementId } from '../../spec/catalogue.ts';
import type { Exchange } from '../../spec/exchange.ts';
import type { Try, Check } from '../engine/checks.ts';
import { isServed } from './draft.ts';
import {
  fill,
  deleteItem,
  type Item,
  type ItemKind,
  itemOperation,
  putItem,
  ITEM_KINDS,
} from './item.ts';
import { unreached } from '../journey/unreached.ts';
import type { Run } from '../engine/run.ts';

/** What is done to one item that must leave the others. */
const VERBS = ['post', 'put', 'delete'] as const;
/** One of them. */
type Verb = (typeof VERBS)[number];

/** Position of the item that is changed. */
const CHANGED = 2;

/** Changes one of the items of a filled draft. */
const changeOne = (run: Run, items: readonly Item[]): Promise<Exchange | undefined> => {
  const changed = items[CHANGED] ?? items.at(-1);
  return changed ? putItem(run, changed) : Promise.resolve(undefined);
};

/** An item that did not answer, and what had been done before. */
export interface Suspicion {
  readonly kind: ItemKind;
  readonly requirement: RequirementId;
  readonly one: Try;
  readonly position: number;
  /** Positions of the items that had been deleted. */
  readonly deleted: readonly number[];
}

/** One of the doings alone, before the item is asked for. */
interface Doings {
  readonly verb: Verb;
  readonly name: string;
  readonly isChanged: boolean;
  readonly deleted: readonly number[];
}

/** Fills a fresh draft, does only this much, and asks for the item. */
const replay = async (
  run: Run,
  { kind, requirement, one, position }: Suspicion,
  { verb, name, isChanged, deleted }: Doings,
): Promise<Judgement | undefined> => {
  const filled = await fill(run, requirement, kind, one.test, subSeed(one.seed, name));
  if (!('items' in filled)) return undefined;
  const { items } = filled;
  const done = items.flatMap(({ posted }) => posted ?? []);
  const changed = isChanged ? await changeOne(run, items) : undefined;
  if (changed) done.push(changed);
  for (const at of deleted) {
    const exchange = items[at] && (await deleteItem(run, items[at]));
    if (exchange) done.push(exchange);
  }
  const asked = items[position] && (await deleteItem(run, items[position], 'patient'));
  if (!asked) return undefined;
  return run.judge(judgeKeptItem, requirement, itemOperation(kind, verb), done.slice(-1), asked);
};

/** Where not even an item that is alone on its draft can be deleted, the deletion itself is to blame. */
const collectAlone = async (
  run: Run,
  { kind, requirement, one }: Suspicion,
): Promise<Judgement | undefined> => {
  const on = itemOperation(kind, 'delete');
  const filled = await fill(run, requirement, kind, one.test, subSeed(one.seed, 'alone'), 1);
  if (!('items' in filled)) return filled.without;
  const [item] = filled.items;
  if (!item || isServed(await deleteItem(run, item))) return undefined;
  return unreached(run, requirement, on, item.state, on, `the id of the ${kind}`);
};

/** Says of every operation that has not been judged why it could not be. */
const complete = (
  { kind }: Suspicion,
  judged: readonly Judgement[],
  tell: (on: OperationId) => Judgement,
): readonly Judgement[] => {
  const on = VERBS.map((verb) => itemOperation(kind, verb));
  const open = on.filter((id) => !judged.some(({ operation }) => operation === id));
  return [...judged, ...open.map(tell)];
};

const doingsOf = ({ deleted }: Suspicion): readonly Doings[] => {
  const last = deleted.length > 0 ? 'delete' : 'put';
  const alone: readonly Doings[] = [
    { verb: 'post', name: 'only-posted', isChanged: false, deleted: [] },
    { verb: 'put', name: 'only-changed', isChanged: true, deleted: [] },
  ];
  const all: Doings = { verb: last, name: 'all', isChanged: true, deleted };
  if (last === 'put') return [...alone, all];
  return [...alone, { verb: last, name: 'only-deleted', isChanged: false, deleted }, all];
};

/** Which of the three operations took an item away (D13): each is tried alone, on a draft of its own, then all of them. */
const collectLostItem = async (
  run: Run,
  suspicion: Suspicion,
  first: Judgement,
): Promise<readonly Judgement[]> => {
  const { requirement } = suspicion;
  const alone = await collectAlone(run, suspicion);
  if (alone) return complete(suspicion, [], (on) => run.judge(judgeLikewise, alone, on));
  const passed: Judgement[] = [];
  for (const doings of doingsOf(suspicion)) {
    const judged = await replay(run, suspicion, doings);
    if (!judged) break;
    if (judged.verdict === 'pass') {
      passed.push(judged);
      continue;
    }
    const before = passed.filter(({ operation }) => operation !== judged.operation);
    return complete(suspicion, [...before, judged], (on) =>
      run.judge(judgeBlocked, first, requirement, on),
    );
  }
  return complete(suspicion, [], (on) => run.judge(judgeNotSeenAgain, first, on));
};

const REQUIREMENTS = {
  car: 'TRAVEL-CAR-02',
  person: 'TRAVEL-PERSON-02',
  metadata: 'TRAVEL-METADATA-02',
} as const;

/** The order in which the items are deleted: one in the middle first, the one that was changed last. */
const DELETED = [1, 0, 3, 2] as const;

const collect =
  (run: Run, kind: ItemKind) =>
  async (one: Try): Promise<readonly Judgement[]> => {
    const requirement = REQUIREMENTS[kind];
    const on = VERBS.map((verb) => itemOperation(kind, verb));
    const filled = await fill(run, requirement, kind, one.test, one.seed);
    if (!('items' in filled)) {
      const { without } = filled;
      return on.map((operation) => run.judge(judgeLikewise, without, operation));
    }
    const { items } = filled;
    const touched = items.flatMap(({ posted }) => posted ?? []);
    const changed = await changeOne(run, items);
    if (changed) touched.push(changed);
    const deleted: number[] = [];
    for (const position of DELETED) {
      const item = items[position];
      const asked = item && (await deleteItem(run, item, 'patient'));
      if (!asked) continue;
      const remove = itemOperation(kind, 'delete');
      const first = run.judge(judgeKeptItem, requirement, remove, touched.slice(-1), asked);
      if (first.verdict !== 'pass') {
        return collectLostItem(run, { kind, requirement, one, position, deleted }, first);
      }
      deleted.push(position);
      touched.push(asked);
    }
    const [state, last] = [items[0]?.state, touched.pop()];
    if (!state || !last) return [];
    return on.map((operation) =>
      operation === itemOperation(kind, 'put') && !isServed(changed)
        ? unreached(run, requirement, operation, state, operation, `the id of the ${kind}`)
        : run.judge(judgeKeptItem, requirement, operation, touched, last),
    );
  };

/**
 * TRAVEL-CAR-02, TRAVEL-PERSON-02, TRAVEL-METADATA-02 (D13, D6): several items on one draft, one changed, then deleted one
 * after the other, each of which shows that what was done before has left it there.
 */
export const keptItemChecks = (run: Run): readonly Check[] =>
  ITEM_KINDS.map((kind) => ({
    requirement: REQUIREMENTS[kind],
    line: 'travel',
    operations: VERBS.map((verb) => itemOperation(kind, verb)),
    name: `kept-item/${kind}`,
    collect: collect(run, kind),
  }));
