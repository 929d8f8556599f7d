import type { Call } from '../../client/http/client.ts';
import { valueAt, withValue } from '../../generators/pointer.ts';
import { subSeed } from '../../generators/sample.ts';
import { isRefused, isServed } from '../../oracles/answers/answer-form.ts';
import { judgeUnobservable, judgeSameId } from '../../oracles/blame/obstruction.ts';
import type { Judgement } from '../../oracles/finding.ts';
import type { RequirementId } from '../../spec/catalogue.ts';
import type { Exchange } from '../../spec/exchange.ts';
import type { OperationId } from '../../spec/operations.ts';
import { isTransportStatus } from '../../spec/transport-statuses.ts';
import type { Check, Try } from '../engine/checks.ts';
import { sendRecorded } from '../engine/sightings.ts';
import { withValues } from '../journey/data.ts';
import {
  ITEM_KINDS,
  ITEM_PARAMETERS,
  type ItemKind,
  type JourneyData,
  type JourneyState,
} from '../journey/state.ts';
import { unreached } from '../journey/unreached.ts';
import { isMissing, pollRead } from '../journey/poll-read.ts';
import { makeCall, possibleCall, makeVisit } from '../journey/make-call.ts';
import { initialState } from '../journey/walk.ts';
import { alteredId } from '../protocol/altered-id.ts';
import { createDraft } from './draft.ts';

/** The requirement that item ids are unique; for persons there is none (D5). */
export const UNIQUE: Readonly<Partial<Record<ItemKind, RequirementId>>> = {
  car: 'UNIQUE-03',
  metadata: 'UNIQUE-04',
};

/** Another kind of item: a draft without any of one kind need not be empty. */
export const BESIDE: Readonly<Record<ItemKind, ItemKind>> = {
  car: 'metadata',
  person: 'car',
  metadata: 'person',
};

/** Operation on an item. */
export type ItemVerb = 'post' | 'put' | 'delete';

/** The operation with this verb on items of a kind. */
export const itemOperation = (kind: ItemKind, verb: ItemVerb): OperationId =>
  `travel.${kind}-${verb}`;

/** The requirement for each kind of item that has one. */
type OfItems = Readonly<Partial<Record<ItemKind, RequirementId>>>;

/** Checks of the requirements for these kinds of items, judged on the operations with these verbs. */
export const itemChecks = (
  name: string,
  requirements: OfItems,
  verbs: readonly ItemVerb[],
  collect: (one: Try, kind: ItemKind, requirement: RequirementId) => Promise<readonly Judgement[]>,
): readonly Check[] =>
  ITEM_KINDS.flatMap((kind) => {
    const requirement = requirements[kind];
    if (requirement === undefined) return [];
    return {
      requirement,
      line: 'travel',
      operations: verbs.map((verb) => itemOperation(kind, verb)),
      name: `${name}/${kind}`,
      collect: (one) => collect(one, kind, requirement),
    };
  });

/** One car, person or key of a draft: the draft's state with the item's own data and id. */
export interface Item {
  readonly kind: ItemKind;
  readonly state: JourneyState;
  readonly posted: Exchange | undefined;
  /** Undefined if the item was refused or its id was not found. */
  readonly id: string | undefined;
}

/** A draft's state with item data drawn from this seed. */
export const itemState = (
  draft: JourneyState,
  seed: number,
  given: Partial<JourneyData> = {},
): JourneyState => {
  const fresh = initialState({ ...draft, seed }, draft.line);
  return {
    ...fresh,
    parameters: { draftId: draft.parameters.draftId },
    data: withValues(fresh.data, { draft: draft.data.draft, ...given }),
    known: { ...fresh.known, draft: draft.known.draft },
    exchanges: draft.exchanges,
    judgements: draft.judgements,
  };
};

/** Values that two items of a draft may have in common, as the persons of a family do. */
const COMMON: Readonly<Record<ItemKind, readonly string[]>> = {
  car: ['make', 'model', 'plate'],
  person: ['lastName', 'birthdate', 'firstName'],
  metadata: ['value'],
};

/** An earlier item, and the number of the value that a further one has in common with it. */
interface SharedValue {
  readonly of: Item;
  readonly value: number;
}

/** The data of an item with values of other ones. */
const sharedData = (
  kind: ItemKind,
  shared: readonly SharedValue[],
  own: JourneyData,
): Partial<JourneyData> => {
  const names = COMMON[kind];
  const body = shared.reduce((current, { of, value: number }) => {
    const name = names[number % names.length] ?? '';
    const value = valueAt(of.state.data[kind], `/${name}`);
    return value === undefined ? current : withValue(current, `/${name}`, value);
  }, own[kind] as object);
  return { [kind]: body };
};

/** Data of an item, beside those that are drawn. */
interface ItemDraw {
  /** Data that are not drawn. */
  readonly given?: Partial<JourneyData> | undefined;
  readonly shared?: readonly SharedValue[];
}

/** Adds an item to a draft, with its own data; `name` distinguishes it from others. */
export const postItem = async (
  kind: ItemKind,
  draft: JourneyState,
  name: string,
  seed: number,
  { given, shared = [] }: ItemDraw = {},
): Promise<Item> => {
  const own = subSeed(seed, 'item', name);
  const drawn = itemState(draft, own, given);
  const state =
    shared.length > 0
      ? itemState(draft, own, { ...given, ...sharedData(kind, shared, drawn.data) })
      : drawn;
  const post = itemOperation(kind, 'post');
  // The maximum number of items in a draft is not stated: a further one may be refused.
  const isFurther = draft.exchanges.some(({ operation: on }) => on === post);
  const intent = isFurther ? 'open' : 'legal';
  const posted = await makeVisit({ step: `${kind}-post` }, state, { intent });
  return { kind, state, posted, id: state.parameters[ITEM_PARAMETERS[kind]] };
};

/** Changes an item. */
export const putItem = ({ kind, state }: Item): Promise<Exchange | undefined> =>
  makeVisit({ step: `${kind}-put`, revised: true }, state);

/**
 * Deletes an item. If `isStale` is given, retries while the answer is stale, within the read-back delay; no single answer is
 * then judged.
 */
export const deleteItem = async (
  { kind, state }: Item,
  isStale?: (answer: Exchange) => boolean,
  intent: Call['intent'] = isStale ? 'open' : 'legal',
): Promise<Exchange | undefined> => {
  const call = possibleCall({ step: `${kind}-delete` }, state);
  if (!call) return undefined;
  const send = () => makeCall({ ...call, intent }, state);
  return isStale ? pollRead(state.run, send, isStale) : send();
};

/** Deletes an item that may not be visible yet. */
export const deleteWhenVisible = (item: Item): Promise<Exchange | undefined> =>
  deleteItem(item, isMissing);

/** Deletes an item again; with `isRetried`, retries while that succeeds, within the read-back delay. */
export const deleteAgain = (item: Item, isRetried: boolean): Promise<Exchange | undefined> =>
  deleteItem(item, isRetried ? isServed : undefined, 'open');

/** Calls an operation on an item with other parameters than its own. */
export const callWithParameters = async (
  { kind, state }: Item,
  verb: 'put' | 'delete',
  elsewhere: Readonly<Record<string, string>>,
  as: Pick<Call, 'identity'> = {},
): Promise<Exchange | undefined> => {
  const legal = possibleCall({ step: `${kind}-${verb}`, revised: true }, state);
  if (!legal) return undefined;
  const params = { ...legal.params, ...elsewhere };
  return sendRecorded(state.run, { ...legal, ...as, params, intent: 'faulty' });
};

/** The path parameter of an id of this kind that was never issued, derived from the item's. */
export const unissuedId = ({ kind, id }: Item): Readonly<Record<string, string>> => ({
  [ITEM_PARAMETERS[kind]]: alteredId(id ?? '', 1),
});

/** A travel draft with several items of one kind, or the reason why there is none. */
export type FilledDraft = { readonly items: readonly Item[] } | { readonly without: Judgement };

/** True for every second draw of a check, the same in its repeats: draws take turns. */
export const isSecondDraw = ({ run, test }: Try): boolean =>
  (Number(test.split('/').at(-1)) + run.plan.seed) % 2 === 0;

const WANTED = 'two items on one draft';

/** Maximum number of items to add; the specification states no limit, but a service may have one. */
const MAX_ITEMS = 4;

/** True if a further item was refused as if the limit were reached. */
const isEnough = (posted: Exchange | undefined): boolean =>
  isRefused(posted) &&
  posted.response?.status !== 401 &&
  !isTransportStatus(posted.response?.status ?? 0);

/** Items to add to a draft. */
interface Filling {
  /** Maximum number of items. */
  readonly most?: number;
  /** Data of the next item that are not drawn. */
  readonly given?: (before: readonly Item[]) => Partial<JourneyData>;
  /** Seed of their data; default: that of the draft. */
  readonly seed?: number;
}

/**
 * The values that a further item has in common with these: with the one before it, or as the fourth with the first two, since the
 * third may be changed. Two cars alone have nothing in common: a service may refuse the second.
 */
const sharedValues = (
  kind: ItemKind,
  items: readonly Item[],
  first: number,
): readonly SharedValue[] => {
  const { length } = items;
  const [one, other] = items;
  if (length === 3 && one && other)
    return [
      { of: other, value: first + 2 },
      { of: one, value: first + 3 },
    ];
  const last = length > 1 || kind === 'person' ? items.at(-1) : undefined;
  return last ? [{ of: last, value: first + length }] : [];
};

/**
 * Adds items of a kind to a fresh draft: as many as requested, or as the service accepts; at least two if more than one is
 * required. From the third one on, or of persons from the second one, each shares values with earlier ones.
 */
export const fillDraft = async (
  one: Try,
  requirement: RequirementId,
  kind: ItemKind,
  { most = MAX_ITEMS, given, seed = one.seed }: Filling = {},
): Promise<FilledDraft> => {
  const on = itemOperation(kind, 'post');
  const { run } = one;
  const { state: draft } = await createDraft(one, 'travel');
  const stuck = (state: JourneyState, origin: OperationId, what: string) => ({
    without: unreached(requirement, on, state, origin, `the id of the ${what}`),
  });
  if (draft.parameters.draftId === undefined) return stuck(draft, 'travel.draft-create', 'draft');
  const items: Item[] = [];
  while (items.length < most) {
    const shared = sharedValues(kind, items, subSeed(seed, 'shared value'));
    const draw = { shared, given: given?.(items) };
    const item = await postItem(kind, draft, String(items.length), seed, draw);
    if (items.length > 0 && isEnough(item.posted)) break;
    if (item.id === undefined) return stuck(item.state, on, kind);
    if (items.some(({ id }) => id === item.id)) {
      // Two items with one id are a fault of unique ids (D11); if ids need not be unique, nothing can be observed.
      const unique = UNIQUE[kind];
      const got = 'the id of an item that is there';
      const without = unique
        ? run.judge(judgeSameId, requirement, on, unique, WANTED, [])
        : run.judge(judgeUnobservable, requirement, on, WANTED, got);
      return { without };
    }
    items.push(item);
  }
  if (items.length >= Math.min(most, 2)) return { items };
  const got = 'the service takes one on a draft';
  return { without: run.judge(judgeUnobservable, requirement, on, WANTED, got) };
};
