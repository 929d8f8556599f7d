import type { Requirement } from './requirement.ts';
import { answers } from './requirements/answers.ts';
import { drafts } from './requirements/drafts.ts';
import { gapContracts } from './requirements/gap-contracts.ts';
import { paths } from './requirements/paths.ts';
import { type ResourceRequirementId, resources } from './requirements/resources.ts';

const written = { ...paths, ...answers, ...drafts, ...gapContracts };

/** The id of a requirement; a mistyped one is a compile error. */
export type RequirementId = keyof typeof written | ResourceRequirementId;

/** Every requirement by its id. */
export const CATALOGUE: ReadonlyMap<RequirementId, Requirement> = new Map<
  RequirementId,
  Requirement
>([...(Object.entries(written) as [keyof typeof written, Requirement][]), ...resources()]);

/** The requirement with this id. Throws where the catalogue has none. */
export const requirementOf = (id: RequirementId): Requirement => {
  const found = CATALOGUE.get(id);
  if (!found) throw new Error(`the catalogue has no requirement ${id}`);
  return found;
};
