import type { DecisionNote } from '../../oracles/causes/first-cause.ts';
import { labelled } from '../../store/printable.ts';

/** Notes that are shown; the others are counted. */
const SHOWN = 4;

/** What a run showed of the target's decisions, each in at most five lines. Empty where there is nothing to say. */
export const renderDecisionNotes = (notes: readonly DecisionNote[]): string => {
  const blocks = notes
    .slice(0, SHOWN)
    .map(({ sentence }) => labelled('note  ', sentence, 5).join('\n'));
  const rest = notes.length - SHOWN;
  return [...blocks, ...(rest > 0 ? [`… and ${rest} more of the target's decisions`] : [])].join(
    '\n',
  );
};
