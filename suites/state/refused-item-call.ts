import { programFile } from '../../client/project.ts';
import type { Call } from '../../client/http/client.ts';
import { subSeed } from '../../generators/sample.ts';
import { isServed } from '../../oracles/answers/answer-form.ts';
import { judgeOnOtherOperation } from '../../oracles/blame/blocked.ts';
import type { Judgement } from '../../oracles/finding.ts';
import {
  judgeRefusedChanges,
  judgeRefusedDeletions,
  type RefusedCall,
} from '../../oracles/state/refused-call.ts';
import type { Exchange } from '../../spec/exchange.ts';
import type { OperationId } from '../../spec/operations.ts';
import type { Checks, Try } from '../engine/checks.ts';
import { sendRecorded } from '../engine/sightings.ts';
import { PLAIN } from '../contexts/context.ts';
import { withValues } from '../journey/data.ts';
import { withOwnData, type ItemKind, type JourneyData } from '../journey/state.ts';
import { initialState } from '../journey/walk.ts';
import { unreached } from '../journey/unreached.ts';
import { possibleCall } from '../journey/make-call.ts';
import {
  deleteItem,
  deleteWhenVisible,
  fillDraft,
  isSecondDraw,
  type Item,
  itemChecks,
  itemOperation,
  putItem,
} from './item.ts';
import {
  refusedCallFor,
  judgeUnrefused,
  UNREFUSED_JUDGES,
  type RefusalReason,
  refusalReasons,
  callUntilUnrefused,
} from './refusal-reasons.ts';

const REQUIREMENT = 'DRAFT-05';

/** A change or a deletion of an item that must be refused. */
interface Attempted {
  readonly how: string;
  readonly way: RefusalReason;
  readonly verb: 'put' | 'delete';
}

/** Changes first, then deletions; a repeat has the same order. */
const attemptsOf = ({ run, test }: Try, kind: ItemKind): readonly Attempted[] =>
  (['put', 'delete'] as const).flatMap((verb) =>
    refusalReasons(run, subSeed(run.plan.seed, test, kind, verb)).map((way): Attempted => ({
      how: way.name,
      way,
      verb,
    })),
  );

const CHANGED = {
  car: 'changedCar',
  person: 'changedPerson',
  metadata: 'changedMetadata',
} as const satisfies Record<ItemKind, keyof JourneyData>;

/** The call as it is legal. Each change has its own data, so that stored data name the call that stored them. */
const legalCall = ({ kind, state }: Item, { how, verb }: Attempted): Call => {
  const visit = { step: `${kind}-${verb}`, revised: true } as const;
  const key = CHANGED[kind];
  const own = initialState(withOwnData({ ...state, context: PLAIN }, how), 'travel').data[key];
  return possibleCall(visit, { ...state, data: withValues(state.data, { [key]: own }) }) as Call;
};

/** Two items of one kind on one draft: one for the refused calls, one for control requests. */
type Pair = readonly [item: Item, other: Item];

/** Judges an accepted call against a legal one: a change of the same item, or the deletion of the other. */
const judgeAccepted = (
  [item, other]: Pair,
  attempt: Attempted,
  exchange: Exchange,
): Promise<readonly Judgement[]> => {
  const control = () => (attempt.verb === 'put' ? putItem(item) : deleteItem(other));
  return judgeUnrefused(attempt.way, exchange, legalCall(item, attempt), item.state, control);
};

/** The last calls that were not refused. */
type Unrefused = Partial<Record<Attempted['verb'], Exchange>>;

/** Deletes the item legally once all of these calls were refused, and judges their effects. */
const judgeLeft = async (
  [item, other]: Pair,
  refused: readonly RefusedCall[],
  unrefused: Unrefused,
): Promise<readonly Judgement[]> => {
  const { state, kind, posted } = item;
  const { run, exchanges } = state;
  const [put, remove] = [itemOperation(kind, 'put'), itemOperation(kind, 'delete')];
  const deleted = await deleteWhenVisible(item);
  if (!posted || !deleted) return [unreached(REQUIREMENT, remove, state, remove, 'the id')];
  const sibling = isServed(deleted) ? undefined : await deleteItem(other);
  const seenOn = (on: OperationId, last: Exchange | undefined) => ({
    posted,
    deleted,
    sibling,
    refused: refused.filter(({ exchange }) => exchange.operation === on),
    unrefused: last,
  });
  const others = exchanges.filter(({ n }) => n !== posted.n);
  return [
    run.judge(judgeRefusedChanges, put, seenOn(put, unrefused.put), others),
    run.judge(judgeRefusedDeletions, remove, seenOn(remove, unrefused.delete)),
  ];
};

/** After a call that was not refused, all others are made on a fresh draft, so that every effect is read. */
const collect = async (one: Try, kind: ItemKind): Promise<readonly Judgement[]> => {
  const { run } = one;
  const judged: Judgement[] = [];
  let unrefused: Unrefused = {};
  let left = attemptsOf(one, kind);
  for (;;) {
    const filled = await fillDraft(withOwnData(one, left.length), REQUIREMENT, kind, { most: 2 });
    if (!('items' in filled)) {
      const on = (['put', 'delete'] as const).map((verb) => itemOperation(kind, verb));
      return [...judged, ...on.map((id) => run.judge(judgeOnOtherOperation, filled.without, id))];
    }
    // The refused calls name the first item, or the last one.
    const [item, other] = isSecondDraw(one) ? filled.items.toReversed() : filled.items;
    if (!item || !other) return judged;
    const tried = await callUntilUnrefused(left, (attempt) =>
      sendRecorded(run, refusedCallFor(legalCall(item, attempt), attempt.way)),
    );
    if (!tried.unrefused)
      return [...judged, ...(await judgeLeft([item, other], tried.refused, unrefused))];
    const { attempt, exchange } = tried.unrefused;
    judged.push(...(await judgeAccepted([item, other], attempt, exchange)));
    left = left.filter((each) => each !== attempt);
    unrefused = { ...unrefused, [attempt.verb]: exchange };
  }
};

/** DRAFT-05 (D6, D13): calls that change and delete an item are refused, then the item is deleted legally. */
export const refusedItemCalls: Checks = {
  suite: 'state',
  file: programFile(import.meta.url),
  judges: [judgeRefusedChanges, judgeRefusedDeletions],
  besides: UNREFUSED_JUDGES,
  checks: itemChecks(
    'refused-call',
    { car: REQUIREMENT, person: REQUIREMENT, metadata: REQUIREMENT },
    ['put', 'delete'],
    collect,
  ),
};
