import type { Step } from '../../spec/operation.ts';
import { ITEM_KINDS, type SequenceCommand } from './command.ts';

/** Every so many-th sequence begins on the way to a contract, where a walk of chance seldom gets. */
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

/** How a sequence begins; of those on the way to a contract every second goes all the way, the others stop before, with more items. */
export const openingOf = (steps: readonly Step[], index: number): readonly SequenceCommand[] => {
  if (index % OPENED_ONE_IN !== OPENED) return [];
  const isWhole = index % (2 * OPENED_ONE_IN) === OPENED;
  const commands: readonly SequenceCommand[] = [
    onDraft('draft-create'),
    { step: 'draft-update', draft: 0, version: 1 },
    ...itemsOpening(isWhole ? 2 : 3),
    onDraft('price-request'),
    onDraft('token-terms'),
    ...(isWhole ? [onDraft('contract-create')] : []),
  ];
  return commands.filter(({ step }) => steps.includes(step));
};
