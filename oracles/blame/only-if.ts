import { withAddition } from '../judgement-texts.ts';
import type { Judgement } from '../finding.ts';

/** Names the smallest context that shows a fault (rule section 0): `, only if the country is written be`; empty for the plain one. */
const onlyIfText = (conditions: readonly string[] = []): string =>
  conditions.length === 0 ? '' : `, only if ${conditions.join(' and ')}`;

/** Text and data of the context in which an answer was met: earlier calls, then conditions. */
export const contextOf = (
  history: string | undefined,
  onlyIf: readonly string[] = [],
): { readonly text: string; readonly context?: readonly string[] } => {
  const context = [...(history === undefined ? [] : [history]), ...onlyIf];
  return {
    text: `${history === undefined ? '' : `, ${history}`}${onlyIfText(onlyIf)}`,
    ...(context.length > 0 && { context }),
  };
};

/** A judgement with the conditions that the fault needs. */
export const judgeOnlyIf = (judged: Judgement, conditions: readonly string[]): Judgement =>
  conditions.length === 0
    ? judged
    : {
        ...withAddition(judged, onlyIfText(conditions)),
        context: [...(judged.context ?? []), ...conditions],
      };

/** Names of these judges in `evidence.jsonl`, which are permanent. */
export const judges = {
  'only-if': judgeOnlyIf,
};
