/** A JSON object with unknown values. */
export type JsonObject = Readonly<Record<string, unknown>>;

/** True if a JSON value is an object, and neither an array nor null. */
export const isObject = (value: unknown): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Parses a request's bytes as a JSON object; undefined if they are none. */
export const jsonObjectIn = (bytes: Buffer | undefined): JsonObject | undefined => {
  try {
    const value: unknown = JSON.parse(bytes?.toString('utf8') ?? '');
    return isObject(value) ? value : undefined;
  } catch {
    return undefined;
  }
};

/**
 * A copy of `object` with `value` at a JSON pointer such as `/data/reference`; missing parents are
 * created.
 */
export const withPointer = (object: JsonObject, pointer: string, value: unknown): JsonObject => {
  const [head = '', ...rest] = pointer.slice(1).split('/');
  if (rest.length === 0) return { ...object, [head]: value };
  const inner = object[head];
  return {
    ...object,
    [head]: withPointer(isObject(inner) ? inner : {}, `/${rest.join('/')}`, value),
  };
};

/** Deep merge of `change` into `base`; arrays and scalars are replaced. */
export const merged = (base: JsonObject, change: JsonObject): JsonObject => {
  const result: Record<string, unknown> = { ...base };
  for (const [key, value] of Object.entries(change)) {
    const before = result[key];
    result[key] = isObject(before) && isObject(value) ? merged(before, value) : value;
  }
  return result;
};

/** True if a JSON value nests deeper than `levels`; such a value is refused before any traversal. */
export const isDeeperThan = (value: unknown, levels: number): boolean =>
  typeof value === 'object' &&
  value !== null &&
  (levels === 0 || Object.values(value).some((inner) => isDeeperThan(inner, levels - 1)));
