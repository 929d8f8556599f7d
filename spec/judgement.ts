import { contradictionRules } from './judgement/contradictions.ts';
import { draftRules } from './judgement/drafts.ts';
import { enforcementRules } from './judgement/enforcement.ts';
import { journeyRules } from './judgement/journey.ts';
import { requestRules } from './judgement/requests.ts';
import { statusRules } from './judgement/statuses.ts';
import { targetRules } from './judgement/target.ts';
import { valueRules } from './judgement/values.ts';

/**
 * How this project judges what the specification leaves open or contradicts, by permanent rule id.
 * Each text says what passes, what fails and what decides nothing.
 */
export const JUDGEMENT_RULES = {
  ...targetRules,
  ...contradictionRules,
  ...enforcementRules,
  ...statusRules,
  ...valueRules,
  ...draftRules,
  ...journeyRules,
  ...requestRules,
} as const;

/** Id of a judgement rule, such as E3; INVISIBLE for what no test can see. */
export type JudgementRuleId = keyof typeof JUDGEMENT_RULES;
