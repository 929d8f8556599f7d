import { programFile } from '../../client/project.ts';
import {
  isReportedMissing,
  isRefused,
  isServed,
  isAccepted,
  statusOf,
  statusText,
} from '../../oracles/answers/answer-form.ts';
import { OF_STATE } from '../../oracles/answers/legal-call.ts';
import { judgeBlocked, judgeNotSeenAgain } from '../../oracles/blame/blocked.ts';
import { judgeUnobservable, judgeObstruction } from '../../oracles/blame/obstruction.ts';
import type { Judgement } from '../../oracles/finding.ts';
import { judgeKeptItem } from '../../oracles/state/lost-items.ts';
import { requirementOf } from '../../spec/catalogue.ts';
import type { Exchange } from '../../spec/exchange.ts';
import type { Step } from '../../spec/operation.ts';
import type { OperationId } from '../../spec/operations.ts';
import type { Checks, Try } from '../engine/checks.ts';
import type { Run } from '../engine/run.ts';
import { ITEM_KINDS, type ItemKind } from '../journey/state.ts';
import { unreached } from '../journey/unreached.ts';
import { deleteItem, itemOperation } from './item.ts';
import {
  askFor,
  blame,
  kindOf,
  OF_ONE_KIND,
  operationOf,
  play,
  REQUIREMENT,
  type Scene,
  type Survivor,
  USES,
} from './lost-item.ts';

const OPERATIONS = requirementOf(REQUIREMENT).operations;

/** Judgements of every operation once the first call is known after which an item is missing. */
const lostTo = (run: Run, found: Judgement): readonly Judgement[] => {
  const others = OPERATIONS.filter(
    (on) => found.requirement !== REQUIREMENT || on !== found.operation,
  );
  const blocked = (on: OperationId) =>
    run.judge(judgeBlocked, { ...found, requirement: REQUIREMENT }, found.requirement, on);
  return [found, ...others.map(blocked)];
};

/** The judgement on an item that was missing once. */
const missingOnce = (run: Run, { done }: Scene, kind: ItemKind, asked: Exchange): Judgement => {
  const touched = done.map(({ exchange }) => exchange);
  return run.judge(judgeKeptItem, REQUIREMENT, itemOperation(kind, 'delete'), touched, asked);
};

/** Judgements of every operation once an item that no call names was missing. */
const collectLost = async (
  one: Try,
  scene: Scene,
  kind: ItemKind,
  asked: Exchange,
): Promise<readonly Judgement[]> => {
  const { run } = one;
  const found = await blame(one, { kind, is: 'uncalled' });
  if (found === 'alone') {
    const remove = itemOperation(kind, 'delete');
    return OPERATIONS.map((on) => unreached(REQUIREMENT, on, scene.draft, remove, 'the id'));
  }
  if (found) return lostTo(run, found);
  const first = missingOnce(run, scene, kind, asked);
  return OPERATIONS.map((on) => run.judge(judgeNotSeenAgain, first, on));
};

/** An item that was missing when it was called, and its deletion, which is refused after the read-back delay as well (D3). */
interface Lost {
  readonly survivor: Survivor;
  readonly asked: Exchange;
}

/** The called item of a kind, if it was missing at its change, or at its deletion after one. */
const lostCalled = async (scene: Scene, kind: ItemKind): Promise<Lost | undefined> => {
  const answerTo = (step: Step) => scene.done.find((each) => each.step === step)?.exchange;
  const change = answerTo(`${kind}-put`);
  const isCalled = isServed(change) || isReportedMissing(change);
  if (!isCalled || !isReportedMissing(answerTo(`${kind}-delete`))) return undefined;
  const survivor: Survivor = { kind, is: isServed(change) ? 'changed' : 'added' };
  const asked = await askFor(scene, survivor);
  return asked && isReportedMissing(asked) ? { survivor, asked } : undefined;
};

/**
 * Judgements on called items that were missing: all of them once a call is known after which one is. A change may issue a new
 * id, which is no loss (D5).
 */
const collectCalled = async (
  one: Try,
  scene: Scene,
): Promise<{ readonly judged: readonly Judgement[]; readonly isLost: boolean }> => {
  const { run } = one;
  const open: Judgement[] = [];
  for (const kind of ITEM_KINDS) {
    const lost = await lostCalled(scene, kind);
    const found = lost && (await blame(one, lost.survivor));
    if (lost && found === undefined) {
      const first = missingOnce(run, scene, kind, lost.asked);
      open.push(run.judge(judgeNotSeenAgain, first, first.operation));
    } else if (found && found !== 'alone')
      return { judged: [...open, ...lostTo(run, found)], isLost: true };
  }
  return { judged: open, isLost: false };
};

/**
 * Judgements if the deletion of an item was refused for a reason other than its absence: a priced draft may accept no change (R5,
 * S18); any other refusal is judged as that of a legal call.
 */
const collectRefused = async (
  { draft, kept }: Scene,
  kind: ItemKind,
  refused: Exchange,
): Promise<readonly Judgement[]> => {
  if (OF_STATE.includes(statusOf(refused))) {
    const wanted = 'a draft whose items can be deleted once it was priced';
    return OPERATIONS.map((on) =>
      draft.run.judge(judgeUnobservable, REQUIREMENT, on, wanted, statusText(refused), [refused.n]),
    );
  }
  const item = kept.find((each) => each.kind === kind);
  if (item) await deleteItem(item);
  const remove = itemOperation(kind, 'delete');
  const missing = 'an accepted deletion';
  return OPERATIONS.map((on) => unreached(REQUIREMENT, on, item?.state ?? draft, remove, missing));
};

/**
 * The judgement of an operation that was not accepted beside other items. A legal call is to blame, except for a further item
 * and for calls on it, which may be refused.
 */
const notUsed = ({ draft, done }: Scene, on: OperationId): Judgement => {
  const last = done.findLast(({ step }) => operationOf(step) === on);
  const wanted = 'a call of the operation that is accepted beside other items';
  const { run, judgements } = draft;
  if (!last || isAccepted(last.exchange))
    return run.judge(judgeUnobservable, REQUIREMENT, on, wanted, 'none was');
  if (!kindOf(last.step)) return unreached(REQUIREMENT, on, draft, on, 'an accepted call');
  const { exchange } = last;
  if (isRefused(exchange)) {
    const got = statusText(exchange);
    return run.judge(judgeUnobservable, REQUIREMENT, on, wanted, got, [exchange.n]);
  }
  const seen = judgements.filter(({ exchanges }) => exchanges.at(-1) === exchange.n);
  return run.judge(
    judgeObstruction,
    { requirement: REQUIREMENT, operation: on, wanted },
    exchange,
    seen,
  );
};

const collect = async (one: Try): Promise<readonly Judgement[]> => {
  const { run } = one;
  const scene = await play(one, ITEM_KINDS, USES);
  const { draft, kept, done } = scene;
  const missing = kept.find(({ id }) => id === undefined);
  if (missing) {
    const origin =
      draft.parameters.draftId === undefined
        ? 'travel.draft-create'
        : itemOperation(missing.kind, 'post');
    return OPERATIONS.map((on) => unreached(REQUIREMENT, on, missing.state, origin, 'the id'));
  }
  const called = await collectCalled(one, scene);
  if (called.isLost) return called.judged;
  const asked = new Map<ItemKind, Exchange>();
  for (const kind of ITEM_KINDS) {
    const answer = await askFor(scene, { kind, is: 'uncalled' });
    if (!answer) continue;
    if (isReportedMissing(answer))
      return [...called.judged, ...(await collectLost(one, scene, kind, answer))];
    if (!isServed(answer))
      return [...called.judged, ...(await collectRefused(scene, kind, answer))];
    asked.set(kind, answer);
  }
  const judged = OPERATIONS.flatMap((on) => {
    const touched = done.filter(
      ({ step, exchange }) => operationOf(step) === on && isServed(exchange),
    );
    const other = [...asked].find(
      ([kind]) => kindOf(touched[0]?.step ?? 'draft-get') !== kind,
    )?.[1];
    if (touched.length === 0 || !other) return notUsed(scene, on);
    const exchanges = touched.map(({ exchange }) => exchange);
    return run.judge(judgeKeptItem, REQUIREMENT, on, exchanges, other);
  });
  return [...called.judged, ...judged];
};

/**
 * TRAVEL-ITEM-01 (D13): a draft with items of each kind is updated and priced, and other items are added, changed and deleted;
 * a changed item is still there for its deletion, and afterwards the first item of each kind can be deleted.
 */
export const itemSurvival: Checks = {
  suite: 'state',
  file: programFile(import.meta.url),
  judges: [judgeKeptItem],
  checks: [
    {
      requirement: REQUIREMENT,
      line: 'travel',
      operations: OPERATIONS,
      name: 'kept-beside',
      collect,
    },
  ],
  besides: [{ requirements: Object.values(OF_ONE_KIND), judges: [judgeKeptItem] }],
};
