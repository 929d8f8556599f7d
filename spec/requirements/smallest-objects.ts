import type { ResourceRow } from '../resource-rows.ts';

/** Objects whose smallest form the text leaves open (C6, C7, V12). */
const OPEN = /(^|\.)(insuredJob|invoice|identification)$/;

/** The smallest form of an object: without any field, or with its required ones alone. */
export type SmallestForm = 'empty' | 'required-alone';

/**
 * The smallest form of a row's object, which is legal (V17); undefined for what is no object, for objects that V17 only
 * observes, and where one optional field at most could be left out, since that is a legal value of the field.
 */
export function smallestForm({ name, schema }: ResourceRow): SmallestForm | undefined {
  const { properties = {}, required = [] } = schema;
  if (Object.keys(properties).length - required.length < 2 || OPEN.test(name)) return undefined;
  return required.length === 0 ? 'empty' : 'required-alone';
}
