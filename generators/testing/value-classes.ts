import type { ClassSchema } from '../pairwise.ts';
import type { Pointer } from '../pointer.ts';

/**
 * All value classes of a schema, as text: `/terms/variant absent`, `/terms/variant present`, `/terms/variant =
 * "GAP12"`, `/metadata empty`, `/metadata several`. Items of an array share the pointer `/metadata/*`.
 */
export function valueClasses(schema: ClassSchema, at: Pointer = ''): string[] {
  if (schema.type === 'boolean') return [true, false].map((value) => valueClass(at, value));
  if (schema.enum !== undefined) return schema.enum.map((value) => valueClass(at, value));
  if (schema.items !== undefined) {
    return [`${at} empty`, `${at} several`, ...valueClasses(schema.items, `${at}/*`)];
  }
  return Object.entries(schema.properties ?? {}).flatMap(([key, property]) => {
    const presence = [`${at}/${key} absent`, `${at}/${key} present`];
    const optional = !(schema.required ?? []).includes(key);
    return [...(optional ? presence : []), ...valueClasses(property, `${at}/${key}`)];
  });
}

/** The classes of a schema that a valid value belongs to, in the notation of {@link valueClasses}. */
export function classesOf(schema: ClassSchema, value: unknown, at: Pointer = ''): string[] {
  const { items, properties } = schema;
  if (schema.type === 'boolean' || schema.enum !== undefined) return [valueClass(at, value)];
  if (items !== undefined && Array.isArray(value)) {
    const length = value.length === 0 ? 'empty' : value.length > 1 ? 'several' : 'single';
    return [`${at} ${length}`, ...value.flatMap((item) => classesOf(items, item, `${at}/*`))];
  }
  return Object.entries(properties ?? {}).flatMap(([key, property]) => {
    const child = (value as Record<string, unknown>)[key];
    return child === undefined
      ? [`${at}/${key} absent`]
      : [`${at}/${key} present`, ...classesOf(property, child, `${at}/${key}`)];
  });
}

const valueClass = (at: Pointer, value: unknown) => `${at} = ${JSON.stringify(value)}`;
