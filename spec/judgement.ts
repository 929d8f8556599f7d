/** Placeholder until the table is written. */
export const JUDGEMENT_RULES = { S1: '' } as const;
export type JudgementRuleId = string;
