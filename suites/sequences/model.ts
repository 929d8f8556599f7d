import { ITEM_KINDS, type ItemKind } from '../journey/state.ts';
import type { Line } from '../../spec/line.ts';
import type { Spelling } from '../contexts/country.ts';
import type { Step } from '../../spec/operation.ts';

/**
 * One command of a sequence: an operation on a draft. Drafts and items are named by labels, from 0, that their creations
 * assign, so that a command keeps its meaning when others are removed.
 */
export interface SequenceCommand {
  readonly step: Step;
  readonly draft: number;
  /** Set for operations on cars, persons and metadata. */
  readonly item?: number;
  /** Number of the data that an update writes, from 1; consecutive numbers differ. */
  readonly version?: number;
  /** Spelling of the country in its path, if not the canonical one (W2). */
  readonly country?: Spelling;
  /** Set for a call that must be refused and change nothing: the number of the reason. */
  readonly refusal?: number;
}

/** The kind of item that a step concerns; undefined for steps on the draft itself. */
export const itemKindOf = (step: Step): ItemKind | undefined =>
  ITEM_KINDS.find((kind) => step.startsWith(`${kind}-`));

/** Name of the item of a command within its draft, such as `car 0`. */
export const itemName = (kind: ItemKind, label: number): string => `${kind} ${label}`;

/**
 * State of a draft as far as the specification defines it: `ready` is priced with user terms fetched afterwards, `stale` was
 * changed after it was priced, `contracted` has a contract. `over`: anything further is unspecified.
 */
export type Phase = 'created' | 'updated' | 'priced' | 'ready' | 'stale' | 'contracted' | 'over';

/** A car, person or metadata key; `unknown` if its existence cannot be inferred. */
interface ItemModel {
  readonly state: 'live' | 'deleted' | 'unknown';
  /** Number of writes. */
  readonly writes: number;
}

/** A draft of this sequence. */
export interface DraftModel {
  readonly phase: Phase;
  readonly writes: number;
  /** Items by `itemName`. */
  readonly items: ReadonlyMap<string, ItemModel>;
}

/** Specified state of all objects of a sequence. */
export interface SequenceModel {
  readonly line: Line;
  readonly drafts: ReadonlyMap<number, DraftModel>;
}

/** Maximum number of drafts of a sequence, and of items of one kind. */
export const MAX_OBJECTS = { drafts: 3, items: 5 } as const;

/** The model before the first command. */
export const emptyModel = (line: Line): SequenceModel => ({ line, drafts: new Map() });

const itemOf = (draft: DraftModel, { step, item }: SequenceCommand): ItemModel | undefined => {
  const kind = itemKindOf(step);
  return kind && item !== undefined ? draft.items.get(itemName(kind, item)) : undefined;
};

const isPost = (step: Step): boolean => step.endsWith('-post');

/** Number of items of one kind that every draft must be able to hold; a higher capacity is only observed (V17). */
const STATED_ITEMS = 2;

/**
 * True if a command adds an item to a draft that already holds as many of its kind as a service must accept. A refusal is no
 * evidence; an accepted item is like any other.
 */
export const isBeyondStated = (
  { drafts }: SequenceModel,
  { step, draft }: SequenceCommand,
): boolean => {
  const kind = itemKindOf(step);
  if (!kind || !isPost(step)) return false;
  const held = [...(drafts.get(draft)?.items ?? [])].filter(
    ([name, { state }]) => name.startsWith(`${kind} `) && state !== 'deleted',
  );
  return held.length >= STATED_ITEMS;
};

/** True if the command's draft, item and contract exist, and its new label is unused. */
export const isApplicable = ({ drafts }: SequenceModel, command: SequenceCommand): boolean => {
  const draft = drafts.get(command.draft);
  if (command.step === 'draft-create') return draft === undefined;
  if (!draft || draft.phase === 'over') return false;
  if (command.step === 'contract-get' || command.step === 'contract-download')
    return draft.phase === 'contracted';
  if (itemKindOf(command.step) === undefined) return true;
  const item = itemOf(draft, command);
  return isPost(command.step) ? item === undefined : item !== undefined && item.state !== 'unknown';
};

const AFTER_CONTRACT: ReadonlySet<Step> = new Set([
  'payment-status',
  'contract-get',
  'contract-download',
]);

/**
 * True if the specification requires an applicable command to succeed. Unspecified commands are sent as well, but only
 * observed: a contract without price and terms (R5), anything on a draft with a contract (S18), a payment status before
 * anything is due (S14), the price of a motor gap draft without its vehicle, deleted objects, a third item of a kind (V17).
 */
export const isLegal = (model: SequenceModel, command: SequenceCommand): boolean =>
  !isBeyondStated(model, command) && isStated(model, command);

const isStated = ({ line, drafts }: SequenceModel, command: SequenceCommand): boolean => {
  const draft = drafts.get(command.draft);
  if (!draft) return true;
  const { phase } = draft;
  if (phase === 'contracted') return AFTER_CONTRACT.has(command.step);
  if (command.step === 'contract-create') return phase === 'ready';
  if (AFTER_CONTRACT.has(command.step)) return false;
  // The body of its creation is not shown, so only an update fills a motor gap draft.
  if (line === 'gap' && phase === 'created')
    return command.step === 'draft-get' || command.step === 'draft-update';
  return itemOf(draft, command)?.state !== 'deleted';
};

const NEW_DRAFT: DraftModel = { phase: 'created', writes: 0, items: new Map() };

const changed = (phase: Phase): Phase =>
  phase === 'priced' || phase === 'ready' ? 'stale' : phase;

const afterItem = (
  draft: DraftModel,
  kind: ItemKind,
  command: SequenceCommand,
  isKnown: boolean,
): DraftModel => {
  const before = itemOf(draft, command);
  const isDeleted = command.step.endsWith('-delete');
  // A second deletion changes nothing; a put may recreate a deleted item (S11).
  const stated = isDeleted ? 'deleted' : 'live';
  const state = isKnown || (isDeleted && before?.state === 'deleted') ? stated : 'unknown';
  const item: ItemModel = { state, writes: (before?.writes ?? -1) + 1 };
  const items = new Map(draft.items).set(itemName(kind, command.item ?? 0), item);
  return { ...draft, items, phase: isKnown ? changed(draft.phase) : draft.phase };
};

const afterDraftStep = (draft: DraftModel, { step }: SequenceCommand, isKnown: boolean) => {
  const { phase } = draft;
  if (step === 'contract-create')
    return { ...draft, phase: isKnown || phase === 'contracted' ? 'contracted' : 'over' } as const;
  if (!isKnown) return draft;
  if (step === 'price-request') return { ...draft, phase: 'priced' } as const;
  if (step === 'token-terms')
    return phase === 'priced' ? ({ ...draft, phase: 'ready' } as const) : draft;
  if (step !== 'draft-update') return draft;
  const next = phase === 'created' ? 'updated' : changed(phase);
  return { ...draft, phase: next, writes: draft.writes + 1 };
};

/** The model after an applicable command; assumes that a legal command, or one more item, was accepted. */
export const afterCommand = (model: SequenceModel, command: SequenceCommand): SequenceModel => {
  if (command.refusal !== undefined) return model;
  const draft = model.drafts.get(command.draft);
  const kind = itemKindOf(command.step);
  const isKnown = isStated(model, command);
  const next = !draft
    ? NEW_DRAFT
    : kind
      ? afterItem(draft, kind, command, isKnown)
      : afterDraftStep(draft, command, isKnown);
  return { ...model, drafts: new Map(model.drafts).set(command.draft, next) };
};

/** Commands that are still applicable in this order, without those that lost their object. */
export const playable = (
  line: Line,
  commands: readonly SequenceCommand[],
): readonly SequenceCommand[] => {
  let model = emptyModel(line);
  return commands.filter((command) => {
    const applies = isApplicable(model, command);
    if (applies) model = afterCommand(model, command);
    return applies;
  });
};
