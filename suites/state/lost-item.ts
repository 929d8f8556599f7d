import type { OperationId } from '../../spec/operations.ts';
import { judgeBlocked, judgeNotSeenAgain, judgeLikewise } from '../../oracles/blame/blocked.ts';
import { subSeed } from '../../generators/sample.ts';
import type { Judgement } from '../../oracles/finding.ts';
import { judgeKeptItem } from '../../oracles/state/kept-item.ts';
import type { RequirementId } from '../../spec/catalogue.ts';
import type { Exchange } from '../../spec/exchange.ts';
import type { Try } from '../checks.ts';
import { isServed } from './draft.ts';
import { fill } from './filled-draft.ts';
import { deleteItem, type Item, type ItemKind, itemOperation, putItem } from './item.ts';
import { unreached } from './unreached.ts';
import type { Run } from '../run.ts';

/** What is done to one item that must leave the others. */
export const VERBS = ['post', 'put', 'delete'] as const;
/** One of them. */
export type Verb = (typeof VERBS)[number];

/** Position of the item that is changed. */
const CHANGED = 2;

/** Changes one of the items of a filled draft. */
export const changeOne = (run: Run, items: readonly Item[]): Promise<Exchange | undefined> => {
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
export const collectLostItem = async (
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
