/** A pure function that remembers what it computed, of at most so many keys. */
export const memoized = <Key, Value>(
  compute: (key: Key) => Value,
  most = Number.POSITIVE_INFINITY,
): ((key: Key) => Value) => {
  const known = new Map<Key, Value>();
  return (key) => {
    const before = known.get(key);
    if (before !== undefined) return before;
    const value = compute(key);
    if (known.size < most) known.set(key, value);
    return value;
  };
};

/** The same of objects, for as long as anybody holds them. */
export const memoizedByObject = <Key extends object, Value>(
  compute: (key: Key) => Value,
): ((key: Key) => Value) => {
  const known = new WeakMap<Key, Value>();
  return (key) => {
    const before = known.get(key);
    if (before !== undefined) return before;
    const value = compute(key);
    known.set(key, value);
    return value;
  };
};

/** The same of the one object that was asked for last: several ask for it in a row, and nobody afterwards. */
export const memoizedLast = <Key extends object, Value>(
  compute: (key: Key) => Value,
): ((key: Key) => Value) => {
  let last: { readonly key: Key; readonly value: Value } | undefined;
  return (key) => {
    if (last?.key !== key) last = { key, value: compute(key) };
    return last.value;
  };
};
