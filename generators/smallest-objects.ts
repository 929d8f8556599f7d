import { smallestForm } from '../spec/requirements/smallest-objects.ts';
import type { NodeSchema, ResourceRow } from '../spec/resource-rows.ts';
import type { FieldClass } from './field-classes.ts';
import { placesOf, valueAt, withValue } from './pointer.ts';

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const hasNoMore = (value: unknown, { required = [] }: NodeSchema): boolean =>
  isObject(value) && Object.keys(value).every((key) => required.includes(key));

const withoutOptional = (value: unknown, { required = [] }: NodeSchema): unknown =>
  isObject(value)
    ? Object.fromEntries(Object.entries(value).filter(([key]) => required.includes(key)))
    : value;

/** The class of bodies with an object that is empty or has its required fields alone; none where V17 does not judge it. */
export const smallestObjects = (row: ResourceRow): FieldClass[] => {
  const { pointer, schema } = row;
  const name = smallestForm(row);
  if (name === undefined) return [];
  return [
    {
      name,
      holds: (body) =>
        placesOf(body, pointer).some((place) => hasNoMore(valueAt(body, place), schema)),
      adapt: (drawn) => {
        const [place] = placesOf(drawn, pointer);
        return place === undefined
          ? drawn
          : withValue(drawn, place, withoutOptional(valueAt(drawn, place), schema));
      },
      mayLack: Object.keys(schema.properties ?? {}).filter(
        (key) => !schema.required?.includes(key),
      ),
    },
  ];
};
