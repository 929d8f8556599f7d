import { judgeLikewise } from '../../oracles/blame/blocked.ts';
import type { Judgement } from '../../oracles/finding.ts';
import { judgeKeptItem } from '../../oracles/state/kept-item.ts';
import type { Check, Try } from '../checks.ts';
import { isServed } from './draft.ts';
import { fill } from './filled-draft.ts';
import { deleteItem, ITEM_KINDS, itemOperation, type ItemKind } from './item.ts';
import { changeOne, collectLostItem, VERBS } from './lost-item.ts';
import { unreached } from './unreached.ts';
import type { Run } from '../run.ts';

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
