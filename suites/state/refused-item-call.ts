import { programFile } from '../../client/project.ts';
import { subSeed } from '../../generators/sample.ts';
import { isServed } from '../../oracles/answers/answer-form.ts';
import { judgeLikewise } from '../../oracles/blame/blocked.ts';
import type { Judgement } from '../../oracles/finding.ts';
import {
  judgeRefusedChanges,
  judgeRefusedDeletions,
  type RefusedCall,
} from '../../oracles/state/refused-call.ts';
import type { Checks, Try } from '../engine/checks.ts';
import { sendNoted } from '../engine/sightings.ts';
import type { ItemKind } from '../journey/state.ts';
import { unreached } from '../journey/unreached.ts';
import { possibleCall, take } from '../journey/visit.ts';
import { deleteItem, deleteThere, fill, type Item, itemChecks, itemOperation } from './item.ts';
import { callIn, isWithoutEffect, type RefusedWay, refusedWays } from './refused-ways.ts';

const REQUIREMENT = 'DRAFT-05';

/** Calls on an item that have to be refused; `undo` makes up for one that was not, and is false if it cannot. */
const refuseAll = async (
  { state, kind }: Item,
  verb: 'put' | 'delete',
  ways: readonly RefusedWay[],
  undo: () => Promise<boolean>,
): Promise<readonly RefusedCall[]> => {
  const legal = possibleCall({ step: `${kind}-${verb}`, revised: true }, state);
  let refused: RefusedCall[] = [];
  for (const way of legal ? ways : []) {
    const exchange = await sendNoted(state.run, callIn(legal as NonNullable<typeof legal>, way));
    if (isWithoutEffect(exchange)) refused.push({ how: way.name, exchange });
    else {
      refused = [];
      if (!(await undo())) break;
    }
  }
  return refused;
};

const collect = async (one: Try, kind: ItemKind): Promise<readonly Judgement[]> => {
  const { run } = one;
  const [put, remove] = [itemOperation(kind, 'put'), itemOperation(kind, 'delete')];
  const filled = await fill(one, REQUIREMENT, kind, 2);
  if (!('items' in filled))
    return [put, remove].map((on) => run.judge(judgeLikewise, filled.without, on));
  const [item, other] = filled.items;
  if (!item?.posted || !other) return [];
  const { state, posted } = item;
  const waysOf = (verb: 'put' | 'delete') => refusedWays(run, subSeed(one.seed, kind, verb));
  const changes = await refuseAll(item, 'put', waysOf('put'), async () =>
    isServed(await take({ step: `${kind}-put` }, state)),
  );
  // What was deleted after all is there no more: who is accepted is told by another cell.
  const deletions = await refuseAll(item, 'delete', waysOf('delete'), async () => false);
  const deleted = await deleteThere(item);
  if (!deleted) return [unreached(REQUIREMENT, remove, state, remove, 'the id')];
  const sibling = isServed(deleted) ? undefined : await deleteItem(other);
  const seen = { posted, deleted, sibling };
  return [
    run.judge(judgeRefusedChanges, put, { ...seen, refused: changes }),
    run.judge(judgeRefusedDeletions, remove, { ...seen, refused: deletions }),
  ];
};

/** DRAFT-05 (D6, D13): an item is changed and deleted in ways that are refused, then deleted as it should be. */
export const refusedItemCalls: Checks = {
  file: programFile(import.meta.url),
  judges: [judgeRefusedChanges, judgeRefusedDeletions],
  checks: itemChecks(
    'refused-call',
    { car: REQUIREMENT, person: REQUIREMENT, metadata: REQUIREMENT },
    ['put', 'delete'],
    collect,
  ),
};
