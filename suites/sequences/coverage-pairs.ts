import type { Line } from '../../spec/line.ts';
import type { Step } from '../../spec/operation.ts';
import {
  itemKindOf,
  itemName,
  type SequenceCommand,
  type DraftModel,
  MAX_OBJECTS,
  type Phase,
  type SequenceModel,
  afterCommand,
  emptyModel,
  isApplicable,
  isLegal,
} from './model.ts';
import { ITEM_KINDS, type ItemKind } from '../journey/state.ts';

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

/** The state of the draft and the command on it: one pair of the coverage, such as `stale × draft-get`. */
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

/** Every pair of state and command that these steps of a line can reach, legal or not. */
export const reachablePairs = (line: Line, steps: readonly Step[]): readonly string[] => {
  const mayContract = steps.includes('contract-create');
  const phases = PHASES.filter(
    (phase) => phase !== 'contracted' || (mayContract && steps.includes('token-terms')),
  );
  const created = HOW_MANY.slice(0, MAX_OBJECTS.drafts).map(
    (many) => `${many} draft × draft-create`,
  );
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

const labels = (count: number): readonly number[] => Array.from({ length: count }, (_, at) => at);

const itemCommands = (
  model: SequenceModel,
  step: Step,
  draft: number,
): readonly SequenceCommand[] => {
  const kind = itemKindOf(step);
  if (!kind) return [];
  const items = model.drafts.get(draft)?.items;
  const commands = labels(MAX_OBJECTS.items).map((item) => {
    const writes = items?.get(itemName(kind, item))?.writes ?? 0;
    return { step, draft, item, ...(step.endsWith('-put') ? { version: writes + 1 } : {}) };
  });
  const possible = commands.filter((command) => isApplicable(model, command));
  // Labels of new objects are interchangeable.
  return step.endsWith('-post') ? possible.slice(0, 1) : possible;
};

/** Possible commands of a step in this state: one for each draft or item. */
export const possibleCommands = (model: SequenceModel, step: Step): readonly SequenceCommand[] => {
  if (step === 'draft-create')
    return model.drafts.size < MAX_OBJECTS.drafts ? [{ step, draft: model.drafts.size }] : [];
  return [...model.drafts.keys()].flatMap((draft) => {
    if (itemKindOf(step)) return itemCommands(model, step, draft);
    const writes = model.drafts.get(draft)?.writes ?? 0;
    const command = { step, draft, ...(step === 'draft-update' ? { version: writes + 1 } : {}) };
    return isApplicable(model, command) ? [command] : [];
  });
};

/** Commands that verify that every created object still exists: reads, and changes of every item. */
export const verifyingCommands = (
  model: SequenceModel,
  steps: readonly Step[],
): readonly SequenceCommand[] =>
  steps
    .filter((step) => step === 'draft-get' || step === 'contract-get' || step.endsWith('-put'))
    .flatMap((step) => possibleCommands(model, step))
    .filter((command) => isLegal(model, command));

/** State of a draft as far as it decides on the pairs of further commands. */
const situationOf = ({ drafts }: SequenceModel, draft: number): string => {
  const own = drafts.get(draft);
  if (!own) return '';
  const counts = ITEM_KINDS.map((kind) => {
    const states = itemsOf(own, kind).map(({ state }) => state);
    const live = states.filter((state) => state === 'live').length;
    return `${Math.min(live, 2)}${states.includes('deleted') ? '+' : ''}`;
  });
  return [own.phase, ...counts].join(' ');
};

/** The shortest way from this state to a command on the draft whose pair with its state is wanted; undefined if there is none. */
export const wayTo = (
  start: SequenceModel,
  steps: readonly Step[],
  draft: number,
  isWanted: (pair: string) => boolean,
): readonly SequenceCommand[] | undefined => {
  const known = new Set([situationOf(start, draft)]);
  let front = [{ model: start, way: [] as readonly SequenceCommand[] }];
  while (front.length > 0) {
    const next: typeof front = [];
    for (const { model, way } of front)
      for (const command of steps.flatMap((step) => possibleCommands(model, step))) {
        if (command.draft !== draft) continue;
        const after = { model: afterCommand(model, command), way: [...way, command] };
        if (isWanted(pairOf(model, command))) return after.way;
        const situation = situationOf(after.model, draft);
        if (known.has(situation)) continue;
        known.add(situation);
        next.push(after);
      }
    front = next;
  }
  return undefined;
};

/** The pairs of `reachablePairs` that calls of these steps lead to: without the user terms, none of a contract. */
export const pairsWithin = (line: Line, steps: readonly Step[]): readonly string[] => {
  const met = new Set<string>();
  wayTo(emptyModel(line), steps, 0, (pair) => {
    met.add(pair);
    return false;
  });
  return reachablePairs(line, steps).filter(
    (pair) => met.has(pair) || pair.endsWith('draft-create'),
  );
};
