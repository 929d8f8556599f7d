import { programFile } from '../../client/project.ts';
import {
  isReportedMissing,
  isRefused,
  isServed,
  isAccepted,
  statusText,
} from '../../oracles/answers/answer-form.ts';
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

/** The deletion of an item that was changed before, and is missing by then, also after the read-back delay (D3). */
const lostOnceChanged = async (scene: Scene, kind: ItemKind): Promise<Exchange | undefined> => {
  const answerTo = (step: Step) => scene.done.find((each) => each.step === step)?.exchange;
  const isChanged = isServed(answerTo(`${kind}-put`));
  if (!isChanged || !isReportedMissing(answerTo(`${kind}-delete`))) return undefined;
  const again = await askFor(scene, { kind, is: 'changed' });
  return isReportedMissing(again) ? again : undefined;
};

/**
 * Judgements on changed items that were missing: all of them once a call is known after which one is. A change may issue a new
 * id, which is no loss (D5).
 */
const collectChanged = async (
  one: Try,
  scene: Scene,
): Promise<{ readonly judged: readonly Judgement[]; readonly isLost: boolean }> => {
  const { run } = one;
  const open: Judgement[] = [];
  for (const kind of ITEM_KINDS) {
    const lost = await lostOnceChanged(scene, kind);
    const found = lost && (await blame(one, { kind, is: 'changed' }));
    if (lost && found === undefined) {
      const first = missingOnce(run, scene, kind, lost);
      open.push(run.judge(judgeNotSeenAgain, first, first.operation));
    } else if (found && found !== 'alone')
      return { judged: [...open, ...lostTo(run, found)], isLost: true };
  }
  return { judged: open, isLost: false };
};

/** Judgements if the deletion of an item was refused for a reason other than its absence: it is judged as a legal call. */
const collectRefused = async (
  { draft, kept }: Scene,
  kind: ItemKind,
): Promise<readonly Judgement[]> => {
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
  const changed = await collectChanged(one, scene);
  if (changed.isLost) return changed.judged;
  const asked = new Map<ItemKind, Exchange>();
  for (const kind of ITEM_KINDS) {
    const answer = await askFor(scene, { kind, is: 'uncalled' });
    if (!answer) continue;
    if (isReportedMissing(answer))
      return [...changed.judged, ...(await collectLost(one, scene, kind, answer))];
    if (!isServed(answer)) return [...changed.judged, ...(await collectRefused(scene, kind))];
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
  return [...changed.judged, ...judged];
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
