import type { Condition } from './conditions/condition.ts';
import { draftContent } from './conditions/draft-content.ts';
import { draftStage } from './conditions/draft-stage.ts';
import { histories } from './conditions/histories.ts';
import { requests } from './conditions/requests.ts';

/** Every condition that a fault can be given. */
export const CONDITIONS: readonly Condition[] = [
  ...histories,
  ...requests,
  ...draftContent,
  ...draftStage,
];

/** The condition with this id. Throws with the known ids. */
export const conditionOf = (id: string): Condition => {
  const found = CONDITIONS.find((condition) => condition.id === id);
  if (found) return found;
  const known = CONDITIONS.map((condition) => condition.id).join(', ');
  throw new Error(`there is no condition "${id}"; known are: ${known}`);
};
