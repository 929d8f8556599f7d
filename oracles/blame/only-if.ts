import { withAddition } from '../judgement-texts.ts';
import type { Judgement } from '../finding.ts';

/** Names the smallest context that shows a fault (rule section 0): `, only if the country is written be`; empty for the plain one. */
export const onlyIfText = (conditions: readonly string[] = []): string =>
  conditions.length === 0 ? '' : `, only if ${conditions.join(' and ')}`;

/** A judgement with the conditions that the fault needs. */
export const judgeOnlyIf = (judged: Judgement, conditions: readonly string[]): Judgement =>
  withAddition(judged, onlyIfText(conditions));

/** Names of these judges in `evidence.jsonl`, which are permanent. */
export const judges = {
  'only-if': judgeOnlyIf,
};
