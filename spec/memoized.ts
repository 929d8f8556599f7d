/** Caches the results of a pure function, for at most `most` keys. */
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

/** The same by object identity, as long as the object lives. */
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

/** The same for the last object only: several callers use it in a row, and none afterwards. */
export const memoizedLast = <Key extends object, Value>(
  compute: (key: Key) => Value,
): ((key: Key) => Value) => {
  let last: { readonly key: Key; readonly value: Value } | undefined;
  return (key) => {
    if (last?.key !== key) last = { key, value: compute(key) };
    return last.value;
  };
};
