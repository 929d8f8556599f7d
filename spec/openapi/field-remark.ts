import { CATALOGUE, type RequirementId } from '../catalogue.ts';
import type { Remark } from './field-schema.ts';

const KINDS = /-(?:type|enum|format|required|special)$/;

const stemOf = (id: string): string => id.replace(KINDS, '');

/** The ids of the requirements that follow from the fields of a table, by the name of their field. */
const idsByField = (prefix: string): ReadonlyMap<string, readonly RequirementId[]> => {
  const own = [...CATALOGUE.keys()].filter((id) => id.startsWith(`${prefix}-`) && KINDS.test(id));
  return Map.groupBy(own, (id) => stemOf(id).slice(prefix.length + 1));
};

/**
 * Names the requirements of each field of a table whose ids begin with this prefix; those of the fields of a shared type stand
 * with whatever has that type (`isShared`).
 */
export const requirementRemark = (prefix: string, isShared: (name: string) => boolean): Remark => {
  const ids = idsByField(prefix);
  return (name) => {
    const below = isShared(name)
      ? [...ids].filter(([field]) => field.startsWith(`${name}.`)).flatMap(([, own]) => own)
      : [];
    const all = [...(ids.get(name) ?? []), ...below];
    return all.length === 0 ? undefined : `Requirements: ${all.join(', ')}.`;
  };
};
