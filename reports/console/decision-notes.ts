import type { DecisionNote } from '../../oracles/causes/first-cause.ts';
import { COLUMNS, wrap } from './printable.ts';

/** Notes that are shown; the others are counted. */
const SHOWN = 4;
const LABEL = 'note  ';

/** What a run showed of the target's decisions, each in at most five lines. Empty where there is nothing to say. */
export const renderDecisionNotes = (notes: readonly DecisionNote[]): string => {
  const blocks = notes.slice(0, SHOWN).map(({ sentence }) =>
    wrap(sentence, COLUMNS - LABEL.length, 5)
      .map((line, at) => (at === 0 ? LABEL : ' '.repeat(LABEL.length)) + line)
      .join('\n'),
  );
  const rest = notes.length - SHOWN;
  return [...blocks, ...(rest > 0 ? [`… and ${rest} more of the target's decisions`] : [])].join(
    '\n',
  );
};
