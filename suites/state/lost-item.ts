import { type DraftOf, rewrittenDraft } from '../../generators/draft.ts';
import { sample, subSeed } from '../../generators/sample.ts';
import { isServed } from '../../oracles/answers/answer-form.ts';
import type { Judgement } from '../../oracles/finding.ts';
import { judgeKeptItem } from '../../oracles/state/lost-items.ts';
import type { RequirementId } from '../../spec/catalogue.ts';
import type { Exchange } from '../../spec/exchange.ts';
import type { Step } from '../../spec/operation.ts';
import type { OperationId } from '../../spec/operations.ts';
import type { Try } from '../engine/checks.ts';
import { journeyData, withValues } from '../journey/data.ts';
import {
  withOwnData,
  ITEM_KINDS,
  type ItemKind,
  type JourneyState,
  type Visit,
} from '../journey/state.ts';
import { MAY_REFUSE, makeVisit } from '../journey/make-call.ts';
import { createDraft } from './draft.ts';
import { deleteWhenVisible, type Item, postItem } from './item.ts';

/** The requirement that other calls leave the items of a draft. */
export const REQUIREMENT = 'TRAVEL-ITEM-01';
/** The requirement that calls on one item leave the others of its kind. */
export const OF_ONE_KIND = {
  car: 'TRAVEL-CAR-02',
  person: 'TRAVEL-PERSON-02',
  metadata: 'TRAVEL-METADATA-02',
} as const;

const onItems = (verb: 'put' | 'delete'): readonly Visit[] =>
  ITEM_KINDS.map((kind) => ({
    step: `${kind}-${verb}`,
    ...(verb === 'put' ? { revised: true } : {}),
  }));

/** An update, each with another content in every field. */
const UPDATE: Visit = { step: 'draft-update', revised: true };

/** Calls on a draft that has two items of each kind, one of which is never called. */
export const USES: readonly Visit[] = [
  ...ITEM_KINDS.map((kind): Visit => ({ step: `${kind}-post` })),
  UPDATE,
  { step: 'price-info' },
  { step: 'price-request' },
  ...onItems('put'),
  UPDATE,
  { step: 'price-request' },
  UPDATE,
  UPDATE,
  ...onItems('delete'),
];

/** The operation of a step on a travel draft. */
export const operationOf = (step: Step): OperationId => `travel.${step}`;

/** The kind of item that a step is about. */
export const kindOf = (step: Step): ItemKind | undefined =>
  ITEM_KINDS.find((kind) => step.startsWith(`${kind}-`));

/** An item of a draft that may be lost: the one that no call names, or the other one, up to its change or after it. */
export interface Survivor {
  readonly kind: ItemKind;
  readonly is: 'uncalled' | 'added' | 'changed';
}

/** Numbers of the first calls after which an item must be there: its addition or change, and all up to the next call on it. */
const callsBetween = ({ kind, is }: Survivor): readonly [first: number, last: number] => {
  const at = (step: Step): number => USES.findIndex((visit) => visit.step === step);
  if (is === 'uncalled') return [0, USES.length];
  return is === 'added'
    ? [at(`${kind}-post`) + 1, at(`${kind}-put`)]
    : [at(`${kind}-put`) + 1, at(`${kind}-delete`)];
};

/** A draft with one uncalled item of each kind, the others, and the calls made so far. */
export interface Scene {
  readonly draft: JourneyState;
  readonly kept: readonly Item[];
  readonly others: ReadonlyMap<ItemKind, Item>;
  readonly done: readonly { readonly step: Step; readonly exchange: Exchange }[];
}

type Content = DraftOf<'travel'>;

const draftOf = ({ run, seed }: Try): Content => journeyData(run, 'travel', seed).draft as Content;

/**
 * Contents of a draft, that of its creation and one for each update, which differs in every field from the one before; the last
 * update restores the first one.
 */
const contentsOf = (one: Try): readonly Content[] => {
  const first = draftOf(one);
  const contents = [first];
  const updates = USES.filter((visit) => visit === UPDATE).length;
  for (let number = 1; number < updates; number += 1) {
    const next = rewrittenDraft('travel', contents.at(-1) ?? first, one.run.generators);
    contents.push(sample(next, subSeed(one.seed, 'rewritten', number)));
  }
  return [...contents, first];
};

/** Adds an item of each of these kinds to a fresh draft, and makes the first calls. */
export const play = async (
  one: Try,
  kinds: readonly ItemKind[],
  uses: readonly Visit[],
  [first, ...changes]: readonly Content[] = contentsOf(one),
): Promise<Scene> => {
  const { state: draft } = await createDraft(one, 'travel', { draft: first, revised: changes[0] });
  const kept: Item[] = [];
  for (const kind of kinds) kept.push(await postItem(kind, draft, `kept ${kind}`, one.seed));
  const others = new Map<ItemKind, Item>();
  const done: { step: Step; exchange: Exchange }[] = [];
  for (const visit of kept.some(({ id }) => id === undefined) ? [] : uses) {
    const kind = kindOf(visit.step);
    if (kind && visit.step.endsWith('-post')) {
      // Persons of a family share a name; two cars with one plate may be refused.
      const relative = kind === 'person' ? kept.find((each) => each.kind === kind) : undefined;
      const shared = relative ? [{ of: relative, value: 0 }] : [];
      const other = await postItem(kind, draft, `other ${kind}`, one.seed, { shared });
      if (other.posted) done.push({ step: visit.step, exchange: other.posted });
      // Two items with one id are covered by unique ids (D11): a call on one is a call on both.
      const isShared = kept.some((each) => each.kind === kind && each.id === other.id);
      if (!isShared) others.set(kind, other);
      continue;
    }
    if (visit === UPDATE)
      Object.assign(draft, { data: withValues(draft.data, { revised: changes.shift() }) });
    // The called item may be missing as well, which is judged at the end; a priced draft may accept no change (R5).
    const isPriced = done.some(({ step }) => step === 'price-request');
    const own = kind || (visit === UPDATE && isPriced) ? MAY_REFUSE : {};
    const exchange = await makeVisit(visit, (kind && others.get(kind)?.state) ?? draft, own);
    if (exchange) done.push({ step: visit.step, exchange });
  }
  return { draft, kept, others, done };
};

/** Deletes an item, once it is visible. */
export const askFor = async (
  { kept, others }: Scene,
  { kind, is }: Survivor,
): Promise<Exchange | undefined> => {
  const item = is === 'uncalled' ? kept.find((each) => each.kind === kind) : others.get(kind);
  return item && deleteWhenVisible(item);
};

/**
 * The judgement of the last call if the item is missing after these calls on a fresh draft that has one of each of these kinds.
 * The draft has the contents of the first one, for another policyholder.
 */
const lostAfter = async (
  one: Try,
  survivor: Survivor,
  count: number,
  kinds: readonly ItemKind[],
): Promise<Judgement | undefined> => {
  const { kind } = survivor;
  const own = withOwnData(one, 'again', kinds.length, count);
  const others = contentsOf(own);
  const contents = contentsOf(one).map((content, at) => ({
    ...content,
    ...(others[at]?.policyholder && { policyholder: others[at].policyholder }),
  }));
  const scene = await play(own, kinds, USES.slice(0, count), contents);
  const asked = await askFor(scene, survivor);
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
  survivor: Survivor,
  kinds: readonly ItemKind[],
): Promise<Judgement | 'alone' | undefined> => {
  let [kept, lost] = callsBetween(survivor);
  if (await lostAfter(one, survivor, kept, kinds)) return 'alone';
  let found = await lostAfter(one, survivor, lost, kinds);
  while (found && lost - kept > 1) {
    const middle = Math.floor((kept + lost) / 2);
    const judged = await lostAfter(one, survivor, middle, kinds);
    if (judged) [lost, found] = [middle, judged];
    else kept = middle;
  }
  return found;
};

/**
 * The first call after which the item is missing: on a draft with this item alone, and if it stays there, beside items of the other
 * kinds.
 */
export const blame = async (
  one: Try,
  survivor: Survivor,
): Promise<Judgement | 'alone' | undefined> => {
  const alone = await blameBeside(one, survivor, [survivor.kind]);
  if (alone) return alone;
  const beside = await blameBeside(one, survivor, ITEM_KINDS);
  // Without further calls, no bisection tells apart the additions to which it is lost.
  return beside === 'alone' ? undefined : beside;
};
