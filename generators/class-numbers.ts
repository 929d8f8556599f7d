/** As much of a JSON Schema as value classes need; every schema of spec/ fits. */
export interface ClassSchema {
  readonly type: string;
  readonly enum?: readonly (string | number)[];
  readonly items?: ClassSchema;
  readonly properties?: Readonly<Record<string, ClassSchema>>;
  readonly required?: readonly string[];
}

/** Tells `see` the number of every class that a value belongs to, some more than once. */
type Reader = (value: unknown, see: (number: number) => void) => void;

const readerOf = (schema: ClassSchema, next: () => number): Reader => {
  if (schema.type === 'boolean' || schema.enum !== undefined) {
    const numbers = new Map<unknown, number>();
    return (value, see) => {
      const number = numbers.get(value) ?? next();
      numbers.set(value, number);
      see(number);
    };
  }
  if (schema.items !== undefined) {
    const item = readerOf(schema.items, next);
    const [empty, single, several] = [next(), next(), next()];
    return (value, see) => {
      if (!Array.isArray(value)) return;
      see(value.length === 0 ? empty : value.length > 1 ? several : single);
      for (const each of value) item(each, see);
    };
  }
  const properties = Object.entries(schema.properties ?? {}).map(
    ([key, property]) =>
      ({ key, absent: next(), present: next(), child: readerOf(property, next) }) as const,
  );
  return (value, see) => {
    for (const { key, absent, present, child } of properties) {
      const part = (value as Readonly<Record<string, unknown>>)[key];
      see(part === undefined ? absent : present);
      if (part !== undefined) child(part, see);
    }
  };
};

/**
 * A function that tells the classes of values a valid value of the schema belongs to, by numbers below `most`, in order: each
 * listed value, true and false, a key that is absent or present, a list that is empty, of one or of several. Items of a list
 * share their classes. Both functions throw RangeError where there are more classes.
 */
export const classNumbers = (
  schema: ClassSchema,
  most: number,
): ((value: unknown) => readonly number[]) => {
  let count = 0;
  const read = readerOf(schema, () => {
    if (count === most) throw new RangeError(`a schema has more than ${most} value classes`);
    count += 1;
    return count - 1;
  });
  return (value) => {
    const found = new Set<number>();
    read(value, (number) => found.add(number));
    return [...found].toSorted((a, b) => a - b);
  };
};
