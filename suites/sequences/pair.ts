import type { Line } from '../../spec/line.ts';
import type { Step } from '../../spec/operation.ts';
import {
  ITEM_KINDS,
  type ItemKind,
  itemKindOf,
  itemName,
  type SequenceCommand,
} from './command.ts';
import { type DraftModel, MOST, type Phase, type SequenceModel } from './model.ts';

const HOW_MANY = ['no', 'one', 'several'] as const;

const itemsOf = ({ items }: DraftModel, kind: ItemKind) =>
  [...items].filter(([name]) => name.startsWith(`${kind} `)).map(([, item]) => item);

const itemSituation = (draft: DraftModel, kind: ItemKind): string => {
  if (draft.phase === 'contracted') return 'contracted';
  const items = itemsOf(draft, kind);
  const live = items.filter(({ state }) => state === 'live').length;
  const deleted = items.some(({ state }) => state === 'deleted');
  return `${HOW_MANY[Math.min(live, 2)]} ${kind}${deleted ? ', one deleted' : ''}`;
};

const itemCommand = (draft: DraftModel, kind: ItemKind, command: SequenceCommand): string => {
  const { state } = draft.items.get(itemName(kind, command.item ?? 0)) ?? {};
  return state === 'deleted' ? `${command.step} of a deleted one` : command.step;
};

/** The state in which an applicable command meets its draft, and the command: one pair of the coverage, such as `stale × draft-get`. */
export const pairOf = (model: SequenceModel, command: SequenceCommand): string => {
  const draft = model.drafts.get(command.draft);
  if (!draft) return `${HOW_MANY[Math.min(model.drafts.size, 2)]} draft × ${command.step}`;
  const kind = itemKindOf(command.step);
  if (!kind) return `${draft.phase} × ${command.step}`;
  return `${itemSituation(draft, kind)} × ${itemCommand(draft, kind, command)}`;
};

const PHASES: readonly Phase[] = ['created', 'updated', 'priced', 'ready', 'stale', 'contracted'];

const itemPairs = (kind: ItemKind, phases: readonly Phase[]): readonly string[] => {
  const [post, put, remove] = [`${kind}-post`, `${kind}-put`, `${kind}-delete`];
  const live = [put, remove];
  const deleted = live.map((step) => `${step} of a deleted one`);
  const all = [post, ...live, ...deleted];
  const open = HOW_MANY.flatMap((many) => [
    ...[post, ...(many === 'no' ? [] : live)].map((command) => `${many} ${kind} × ${command}`),
    ...[post, ...(many === 'no' ? [] : live), ...deleted].map(
      (command) => `${many} ${kind}, one deleted × ${command}`,
    ),
  ]);
  const after = phases.includes('contracted')
    ? all.map((command) => `contracted × ${command}`)
    : [];
  return [...open, ...after];
};

/** Every pair of state and command that can be reached with these steps of a line, legal or not. */
export const reachablePairs = (line: Line, steps: readonly Step[]): readonly string[] => {
  const mayContract = steps.includes('contract-create');
  const phases = PHASES.filter(
    (phase) => phase !== 'contracted' || (mayContract && steps.includes('token-terms')),
  );
  const created = HOW_MANY.slice(0, MOST.drafts).map((many) => `${many} draft × draft-create`);
  const onDraft = steps
    .filter((step) => step !== 'draft-create' && itemKindOf(step) === undefined)
    .flatMap((step) => {
      const needsContract = step === 'contract-get' || step === 'contract-download';
      const states = needsContract ? phases.filter((phase) => phase === 'contracted') : phases;
      return states.map((phase) => `${phase} × ${step}`);
    });
  const onItems = line === 'travel' ? ITEM_KINDS.flatMap((kind) => itemPairs(kind, phases)) : [];
  return [...created, ...onDraft, ...onItems];
};
