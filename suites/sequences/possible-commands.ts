import type { Step } from '../../spec/operation.ts';
import { itemKindOf, itemName, type SequenceCommand } from './command.ts';
import { isApplicable, isLegal, MOST, type SequenceModel } from './model.ts';

const labels = (count: number): readonly number[] => Array.from({ length: count }, (_, at) => at);

const itemCommands = (
  model: SequenceModel,
  step: Step,
  draft: number,
): readonly SequenceCommand[] => {
  const kind = itemKindOf(step);
  if (!kind) return [];
  const items = model.drafts.get(draft)?.items;
  const commands = labels(MOST.items).map((item) => {
    const writes = items?.get(itemName(kind, item))?.writes ?? 0;
    return { step, draft, item, ...(step.endsWith('-put') ? { version: writes + 1 } : {}) };
  });
  const possible = commands.filter((command) => isApplicable(model, command));
  // One label is as good as the other for what is new.
  return step.endsWith('-post') ? possible.slice(0, 1) : possible;
};

/** What a step can be about in this state: one command for each draft or item. */
export const possibleCommands = (model: SequenceModel, step: Step): readonly SequenceCommand[] => {
  if (step === 'draft-create')
    return model.drafts.size < MOST.drafts ? [{ step, draft: model.drafts.size }] : [];
  return [...model.drafts.keys()].flatMap((draft) => {
    if (itemKindOf(step)) return itemCommands(model, step, draft);
    const writes = model.drafts.get(draft)?.writes ?? 0;
    const command = { step, draft, ...(step === 'draft-update' ? { version: writes + 1 } : {}) };
    return isApplicable(model, command) ? [command] : [];
  });
};

/** What shows whether everything that was made is still there: reads, and changes of every item. */
export const looksAt = (model: SequenceModel, steps: readonly Step[]): readonly SequenceCommand[] =>
  steps
    .filter((step) => step === 'draft-get' || step === 'contract-get' || step.endsWith('-put'))
    .flatMap((step) => possibleCommands(model, step))
    .filter((command) => isLegal(model, command));
