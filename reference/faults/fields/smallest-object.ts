import type { LegalClass } from './legal-class.ts';
import type { ResourceRow } from '../../../spec/resource-rows.ts';
import { isObject } from '../../json.ts';
import { smallestForm } from '../../../spec/requirements/legal-values.ts';
import { valuesAt } from '../../item-pointer.ts';

/** The class of bodies with an object that has none of its optional fields, where that is legal (V17). */
export const smallestObjectOf = (row: ResourceRow): readonly LegalClass[] => {
  const name = smallestForm(row);
  const { required = [] } = row.schema;
  if (name === undefined) return [];
  const isSmallest = (value: unknown): boolean =>
    isObject(value) && Object.keys(value).every((key) => required.includes(key));
  return [{ name, isIn: ({ body }) => valuesAt(body, row.pointer).some(isSmallest) }];
};
