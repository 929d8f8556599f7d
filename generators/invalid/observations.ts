import { type Observation, observationsOf } from './observation.ts';
import { NUMBER_QUESTIONS, TYPE_QUESTIONS } from './observations/value-questions.ts';
import { RULE_QUESTIONS } from './observations/rule-questions.ts';
import { TEXT_QUESTIONS } from './observations/text-questions.ts';

/** Everything that is asked of a service and never judged, question by question. */
export const OBSERVATIONS: readonly Observation[] = [
  TYPE_QUESTIONS,
  TEXT_QUESTIONS,
  NUMBER_QUESTIONS,
  RULE_QUESTIONS,
].flatMap(observationsOf);
