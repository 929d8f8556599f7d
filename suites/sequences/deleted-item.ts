import { programFile } from '../../client/project.ts';
import { isServed } from '../../oracles/answers/answer-form.ts';
import { judgeDeletedItem } from '../../oracles/state/deleted-item.ts';
import { ITEM_PARAMETERS } from '../journey/state.ts';
import { askAfterwards, DELETED } from '../state/deleted-item.ts';
import { deleteAgain, itemOperation } from '../state/item.ts';
import { itemKindOf } from './model.ts';
import type { SequenceCheck } from './sequence-check.ts';
import { identityOf } from './sequence-state.ts';

/**
 * D6: a deleted item is deleted once more, outside the sequence. If this succeeds, other calls tell if the item is still there; if it
 * seems so, they are repeated once a deletion must show (D2).
 */
export const deletedInSequences: SequenceCheck = {
  file: programFile(import.meta.url),
  requirements: Object.values(DELETED),
  judges: [judgeDeletedItem],
  collect: async ({ stage, command, on, exchange, journey }) => {
    const { run } = journey;
    const kind = itemKindOf(command.step);
    const isOwn = identityOf(run, command) === 'owner';
    if (!kind || !isOwn || on !== itemOperation(kind, 'delete') || !isServed(exchange))
      return undefined;
    const state = { ...journey, judgements: [] };
    const item = { kind, state, posted: undefined, id: journey.parameters[ITEM_PARAMETERS[kind]] };
    const ask = async (isRetried: boolean) => {
      const again = await deleteAgain(item, isRetried);
      const after = again && (await askAfterwards(item, again));
      // A PUT may have created the item again (S11), so that the sequence continues without the draft.
      if (isServed(after?.put)) stage.lost.add(command.draft);
      return after && run.judge(judgeDeletedItem, DELETED[kind], on, after);
    };
    const atOnce = await ask(false);
    const judged = atOnce?.verdict === 'fail' ? await ask(true) : undefined;
    return judged?.verdict === 'fail'
      ? { signature: `${on} deleted`, judgements: [judged] }
      : undefined;
  },
};
