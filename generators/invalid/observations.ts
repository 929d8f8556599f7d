import { type Observation, observationsOf } from './observation.ts';
import { NUMBER_QUESTIONS, TYPE_QUESTIONS } from './observations/value-questions.ts';
import { RULE_QUESTIONS } from './observations/rule-questions.ts';
import { TEXT_QUESTIONS } from './observations/text-questions.ts';

/** All observations, question by question: recorded and never judged. */
export const OBSERVATIONS: readonly Observation[] = [
  TYPE_QUESTIONS,
  TEXT_QUESTIONS,
  NUMBER_QUESTIONS,
  RULE_QUESTIONS,
].flatMap(observationsOf);
