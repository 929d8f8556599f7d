import type { Line } from '../../spec/line.ts';
import type { Step } from '../../spec/operation.ts';
import {
  itemKindOf,
  type SequenceCommand,
  afterCommand,
  emptyModel,
  isApplicable,
} from './model.ts';
import { subSeed } from '../../generators/sample.ts';
import { ITEM_KINDS, type ItemKind } from '../journey/state.ts';

/** A command in short: a step on a draft, and its item, or that it must be refused. */
type Turn = readonly [step: Step, draft: number, item?: number | 'refused'];

/** Number of draws of a reason for a refusal. */
export const REASONS = 60;

/** Typical sources of failure: repetitions, a change after each derived object, and reads of the objects beside it. */
const OF_DRAFTS: readonly Turn[] = [
  ['draft-create', 0],
  ['draft-create', 1],
  ['draft-update', 0],
  ['draft-update', 0],
  ['draft-get', 1],
  ['price-request', 0],
  ['draft-update', 0, 'refused'],
  ['price-request', 0],
  ['token-terms', 0],
  ['draft-update', 0],
  ['draft-get', 0],
  ['lead-create', 0],
  ['lead-create', 0],
  ['draft-update', 0],
  ['draft-update', 0, 'refused'],
  ['draft-get', 0],
  ['price-request', 0],
  ['draft-get', 0],
  ['draft-update', 0],
  ['draft-get', 0],
  ['price-request', 0],
  ['token-terms', 0],
  ['contract-create', 0, 'refused'],
  ['draft-get', 0],
  ['contract-create', 0],
  ['draft-create', 2],
  ['draft-update', 2],
  ['contract-get', 0],
  ['contract-download', 0],
  ['contract-download', 0],
  ['contract-get', 0],
  ['draft-get', 1],
  ['draft-get', 0],
  ['contract-create', 0],
];

/**
 * Several items of a kind: the middle one is changed again and deleted, another one is added, with reads of the others each
 * time.
 */
const ofItems = (kind: ItemKind): readonly Turn[] => {
  const post: Step = `${kind}-post`;
  const put: Step = `${kind}-put`;
  return [
    [post, 0, 0],
    [post, 0, 'refused'],
    [post, 0, 1],
    [post, 0, 2],
    [put, 0, 1],
    [put, 0, 1],
    [put, 0, 0],
    ['draft-update', 0, 'refused'],
    [`${kind}-delete`, 0, 1],
    [put, 0, 2],
    [post, 0, 3],
    [put, 0, 0],
  ];
};

const OF_ITEMS: readonly Turn[] = [
  ['draft-create', 0],
  ['price-info', 0],
  ['price-request', 0],
  ...ITEM_KINDS.flatMap((kind): readonly Turn[] => [...ofItems(kind), ['price-request', 0]]),
  ['draft-get', 0],
];

/** The listed commands with their data: each write differs from the previous one on the same object. */
const played = (
  line: Line,
  steps: readonly Step[],
  story: readonly Turn[],
  seed: number,
): readonly SequenceCommand[] => {
  let model = emptyModel(line);
  const writes = new Map<string, number>();
  return story.flatMap(([step, draft, about], at) => {
    const item = about === 'refused' ? undefined : about;
    const key = `${draft} ${itemKindOf(step)} ${item}`;
    const version = (writes.get(key) ?? 0) + 1;
    const writing = step === 'draft-update' || step.endsWith('-put');
    const command: SequenceCommand = {
      step,
      draft,
      ...(item === undefined ? {} : { item }),
      ...(writing ? { version } : {}),
      // An even number: because of its body.
      ...(about === 'refused' ? { refusal: 2 * (subSeed(seed, 'refused', at) % REASONS) } : {}),
    };
    if (!steps.includes(step) || !isApplicable(model, command)) return [];
    if (writing && about !== 'refused') writes.set(key, version);
    model = afterCommand(model, command);
    return [command];
  });
};

/** The initial sequences of a line, before the random ones. */
export const scriptedSequences = (
  line: Line,
  steps: readonly Step[],
  seed: number,
): readonly (readonly SequenceCommand[])[] => [
  played(line, steps, OF_DRAFTS, seed),
  ...(line === 'travel' ? [played(line, steps, OF_ITEMS, seed)] : []),
];

/** One sequence in so many starts with the steps to a contract, which a random walk seldom reaches. */
const OPENED_ONE_IN = 4;
const OPENED = 3;

const onDraft = (step: Step): SequenceCommand => ({ step, draft: 0 });

const itemsOpening = (posts: number): readonly SequenceCommand[] =>
  ITEM_KINDS.flatMap((kind): readonly SequenceCommand[] => [
    ...Array.from({ length: posts }, (_, item) => ({
      step: `${kind}-post` as const,
      draft: 0,
      item,
    })),
    { step: `${kind}-delete`, draft: 0, item: 0 },
  ]);

/**
 * Opening commands of a sequence. Of those on the way to a contract every second is complete; the others stop earlier, with
 * more items.
 */
export const openingCommands = (
  steps: readonly Step[],
  index: number,
): readonly SequenceCommand[] => {
  if (index % OPENED_ONE_IN !== OPENED) return [];
  const isComplete = index % (2 * OPENED_ONE_IN) === OPENED;
  const commands: readonly SequenceCommand[] = [
    onDraft('draft-create'),
    { step: 'draft-update', draft: 0, version: 1 },
    ...itemsOpening(isComplete ? 2 : 3),
    onDraft('price-request'),
    onDraft('token-terms'),
    ...(isComplete ? [onDraft('contract-create')] : []),
  ];
  return commands.filter(({ step }) => steps.includes(step));
};
