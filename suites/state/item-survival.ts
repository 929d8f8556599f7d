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
import type { RequirementId } from '../../spec/catalogue.ts';
import type { Exchange } from '../../spec/exchange.ts';
import type { Step } from '../../spec/operation.ts';
import type { OperationId } from '../../spec/operations.ts';
import { requirementOf } from '../../spec/catalogue.ts';
import type { Checks, Try } from '../engine/checks.ts';
import {
  withOwnData,
  ITEM_KINDS,
  type ItemKind,
  type JourneyState,
  type Visit,
} from '../journey/state.ts';
import { unreached } from '../journey/unreached.ts';
import { MAY_REFUSE, makeVisit } from '../journey/make-call.ts';
import { createDraft } from './draft.ts';
import { deleteItem, deleteWhenVisible, type Item, itemOperation, postItem } from './item.ts';

const REQUIREMENT = 'TRAVEL-ITEM-01';
const OF_ONE_KIND = {
  car: 'TRAVEL-CAR-02',
  person: 'TRAVEL-PERSON-02',
  metadata: 'TRAVEL-METADATA-02',
} as const;

const onItems = (verb: 'put' | 'delete'): readonly Visit[] =>
  ITEM_KINDS.map((kind) => ({
    step: `${kind}-${verb}`,
    ...(verb === 'put' ? { revised: true } : {}),
  }));

/** Calls on a draft that has two items of each kind, one of which is never called. */
const USES: readonly Visit[] = [
  ...ITEM_KINDS.map((kind): Visit => ({ step: `${kind}-post` })),
  { step: 'draft-update', revised: true },
  { step: 'price-info' },
  { step: 'price-request' },
  ...onItems('put'),
  { step: 'draft-update' },
  { step: 'price-request' },
  ...onItems('delete'),
];

const operationOf = (step: Step): OperationId => `travel.${step}`;

const kindOf = (step: Step): ItemKind | undefined =>
  ITEM_KINDS.find((kind) => step.startsWith(`${kind}-`));

/** A draft with one uncalled item of each kind, and the calls made so far. */
interface Scene {
  readonly draft: JourneyState;
  readonly kept: readonly Item[];
  readonly done: readonly { readonly step: Step; readonly exchange: Exchange }[];
}

/** Adds an item of each of these kinds to a fresh draft, and makes the first calls. */
const play = async (
  one: Try,
  kinds: readonly ItemKind[],
  uses: readonly Visit[],
): Promise<Scene> => {
  const { state: draft } = await createDraft(one, 'travel');
  const kept: Item[] = [];
  for (const kind of kinds) kept.push(await postItem(kind, draft, `kept ${kind}`, one.seed));
  const others = new Map<ItemKind, JourneyState>();
  const done: { step: Step; exchange: Exchange }[] = [];
  for (const visit of kept.some(({ id }) => id === undefined) ? [] : uses) {
    const kind = kindOf(visit.step);
    if (kind && visit.step.endsWith('-post')) {
      const other = await postItem(kind, draft, `other ${kind}`, one.seed);
      if (other.posted) done.push({ step: visit.step, exchange: other.posted });
      // Two items with one id are covered by unique ids (D11): a call on one is a call on both.
      const isShared = kept.some((each) => each.kind === kind && each.id === other.id);
      if (!isShared) others.set(kind, other.state);
      continue;
    }
    // The called item may be missing as well, which this call does not judge.
    const own = kind ? MAY_REFUSE : {};
    const exchange = await makeVisit(visit, (kind && others.get(kind)) ?? draft, own);
    if (exchange) done.push({ step: visit.step, exchange });
  }
  return { draft, kept, done };
};

/** Deletes the uncalled item of a kind, once it is visible. */
const askFor = async ({ kept }: Scene, kind: ItemKind): Promise<Exchange | undefined> => {
  const item = kept.find((each) => each.kind === kind);
  return item && deleteWhenVisible(item);
};

/** The judgement of the last call if the item is missing after these calls on a fresh draft that has one of each of these kinds. */
const lostAfter = async (
  one: Try,
  kind: ItemKind,
  count: number,
  kinds: readonly ItemKind[],
): Promise<Judgement | undefined> => {
  const own = withOwnData(one, 'again', kinds.length, count);
  const scene = await play(own, kinds, USES.slice(0, count));
  const asked = await askFor(scene, kind);
  const last = scene.done.at(-1);
  if (!asked || isServed(asked)) return undefined;
  const step = last?.step ?? `${kind}-post`;
  const requirement: RequirementId = kindOf(step) === kind ? OF_ONE_KIND[kind] : REQUIREMENT;
  const touched = last ? [last.exchange] : [];
  return one.run.judge(judgeKeptItem, requirement, operationOf(step), touched, asked);
};

/** Finds the first call after which the item is missing, by bisection. */
const blameBeside = async (
  one: Try,
  kind: ItemKind,
  kinds: readonly ItemKind[],
): Promise<Judgement | 'alone' | undefined> => {
  if (await lostAfter(one, kind, 0, kinds)) return 'alone';
  let [kept, lost] = [0, USES.length];
  let found = await lostAfter(one, kind, lost, kinds);
  while (found && lost - kept > 1) {
    const middle = Math.floor((kept + lost) / 2);
    const judged = await lostAfter(one, kind, middle, kinds);
    if (judged) [lost, found] = [middle, judged];
    else kept = middle;
  }
  return found;
};

/**
 * The first call after which the item is missing: on a draft with this item alone, and if it stays there, beside items of the other
 * kinds.
 */
const blame = async (one: Try, kind: ItemKind): Promise<Judgement | 'alone' | undefined> => {
  const alone = await blameBeside(one, kind, [kind]);
  if (alone) return alone;
  const beside = await blameBeside(one, kind, ITEM_KINDS);
  // Without further calls, no bisection tells apart the additions to which it is lost.
  return beside === 'alone' ? undefined : beside;
};

const OPERATIONS = requirementOf(REQUIREMENT).operations;

/** Judgements of every operation once an item was missing. */
const collectLost = async (
  one: Try,
  scene: Scene,
  kind: ItemKind,
  asked: Exchange,
): Promise<readonly Judgement[]> => {
  const { run } = one;
  const remove = itemOperation(kind, 'delete');
  const found = await blame(one, kind);
  if (found === 'alone')
    return OPERATIONS.map((on) => unreached(REQUIREMENT, on, scene.draft, remove, 'the id'));
  if (!found) {
    const touched = scene.done.map(({ exchange }) => exchange);
    const first = run.judge(judgeKeptItem, REQUIREMENT, remove, touched, asked);
    return OPERATIONS.map((on) => run.judge(judgeNotSeenAgain, first, on));
  }
  const others = OPERATIONS.filter(
    (on) => found.requirement !== REQUIREMENT || on !== found.operation,
  );
  const blocked = (on: OperationId) =>
    run.judge(judgeBlocked, { ...found, requirement: REQUIREMENT }, found.requirement, on);
  return [found, ...others.map(blocked)];
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
  const asked = new Map<ItemKind, Exchange>();
  for (const kind of ITEM_KINDS) {
    const answer = await askFor(scene, kind);
    if (!answer) continue;
    if (isReportedMissing(answer)) return collectLost(one, scene, kind, answer);
    if (!isServed(answer)) return collectRefused(scene, kind);
    asked.set(kind, answer);
  }
  return OPERATIONS.flatMap((on) => {
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
};

/**
 * TRAVEL-ITEM-01 (D13): a draft with items of each kind is updated and priced, and other items are added, changed and deleted;
 * afterwards the first item of each kind can be deleted.
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
